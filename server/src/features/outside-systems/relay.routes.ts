import { Done } from '@balloon/contracts/common.ts';
import {
  AcceptedReply,
  GoOnReply,
  LookReply,
  RelayAccepted,
  RelayClaim,
  RelayClaimReply,
  RelayHello,
  RelayIntent,
  RelayLook,
  RelayNotSent,
  RelayProgress,
  RelayRelease,
  RelayResult,
  RelaySession,
  RelayStored,
  RelayTrouble,
  RelayWelcome,
} from '@balloon/contracts/outside/relay.ts';
import { claimOutside } from '#features/outside-systems/claim-outside.ts';
import {
  takeNotSent,
  takeOutsideResult,
  takeReleased,
  takeRunProgress,
  takeRunTrouble,
} from '#features/outside-systems/end-run.ts';
import { noteAccepted, noteIntent, noteLook } from '#features/outside-systems/note-run.ts';
import { saveRelay, seeRelay } from '#features/outside-systems/relay.queries.ts';
import { saveSession } from '#features/outside-systems/save-session.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import { WaitingJudges } from '#features/queue/waiting-judges.ts';
import { hangUpOf } from '#http/callers/hang-up.ts';
import { RateLimit } from '#http/callers/rate-limit.ts';
import type { Routes } from '#http/routes.ts';
import type { Services } from '#services.ts';

/** Shortest time in ms between steps of one solution on the page. */
const PROGRESS_SHOWN_EVERY_MS = 200;
const RELAY_SEEN_EVERY_MS = 10_000;

const config = { allow: 'relay' } as const;

/** Calls of relays; see contracts/src/outside/relay.ts. */
export const relayRoutes: Routes = async (app, all) => {
  const services: Services = { ...all, db: all.judgesDb };
  const waiting = new WaitingJudges();
  const told = new RateLimit(PROGRESS_SHOWN_EVERY_MS);
  const seen = new RateLimit(RELAY_SEEN_EVERY_MS);
  const { announcements } = services;
  const stopListening = [
    announcements.on('judging.waiting', ({ languageKey }) => {
      if (languageKey === OUTSIDE) waiting.wake(OUTSIDE);
    }),
    announcements.on('resync', () => waiting.wakeAll()),
  ];
  app.addHook('preClose', async () => {
    for (const stop of stopListening) stop();
    waiting.giveUpAll();
  });

  app.post(
    '/api/relay/hello',
    { config, schema: { body: RelayHello, response: { 200: RelayWelcome } } },
    async ({ body }) => ({ relayId: await saveRelay(services.db, body), leaseMs: services.options.leaseMs }),
  );

  app.post(
    '/api/relay/claim',
    { config, schema: { body: RelayClaim, response: { 200: RelayClaimReply } } },
    async ({ body }, reply) => ({ task: await claimOutside(services, waiting, body, hangUpOf(reply)) }),
  );

  app.post(
    '/api/relay/intent',
    { config, schema: { body: RelayIntent, response: { 200: GoOnReply } } },
    async ({ body }) => ({ goOn: await noteIntent(services, body) }),
  );

  app.post(
    '/api/relay/accepted',
    { config, schema: { body: RelayAccepted, response: { 200: AcceptedReply } } },
    async ({ body }) => ({ isOurs: await noteAccepted(services, body) }),
  );

  app.post(
    '/api/relay/not-sent',
    { config, schema: { body: RelayNotSent, response: { 200: Done } } },
    async ({ body }) => {
      await takeNotSent(services, body);
      return { result: true } as const;
    },
  );

  app.post(
    '/api/relay/look',
    { config, schema: { body: RelayLook, response: { 200: LookReply } } },
    async ({ body }) => ({ next: await noteLook(services, body) }),
  );

  app.post(
    '/api/relay/trouble',
    { config, schema: { body: RelayTrouble, response: { 200: Done } } },
    async ({ body }) => {
      await takeRunTrouble(services, body);
      return { result: true } as const;
    },
  );

  app.post(
    '/api/relay/progress',
    { config, schema: { body: RelayProgress, response: { 200: GoOnReply } } },
    async ({ body }) => {
      // Reports show that a relay is alive while all its places are taken.
      if (seen.allows(body.relayId)) await seeRelay(services.db, body.relayId);
      return { goOn: await takeRunProgress(services, told, body) };
    },
  );

  app.post(
    '/api/relay/result',
    { config, schema: { body: RelayResult, response: { 200: RelayStored } } },
    async ({ body }) => ({ stored: await takeOutsideResult(services, body) }),
  );

  app.post(
    '/api/relay/release',
    { config, schema: { body: RelayRelease, response: { 200: Done } } },
    async ({ body }) => {
      await takeReleased(services, body);
      return { result: true } as const;
    },
  );

  app.post(
    '/api/relay/session',
    { config, schema: { body: RelaySession, response: { 200: Done } } },
    async ({ body }) => {
      await saveSession(services, body);
      return { result: true } as const;
    },
  );
};
