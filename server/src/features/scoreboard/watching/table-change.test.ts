import type { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { connect } from '@balloon/database/connect.ts';
import { freezeTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import {
  applyEvent,
  createScoreboard,
  rowsKey,
  type Scoreboard,
  type ScoreboardQuestion,
  viewScoreboard,
} from '@balloon/domain/scoreboard/scoreboard.ts';
import { changedPage } from '@balloon/domain/scoreboard/table-delta.ts';
import {
  contest,
  dice,
  histories,
  interleave,
  joinings,
  PARTICIPANTS,
  STEP_MS,
  STEPS,
  SUPERVISORS,
} from '@balloon/domain/testing/scoreboard-logs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NamedPeople, TableFacts } from '#features/scoreboard/board/table-facts.ts';
import { pageEnding, pageText, type ShownPage, shownPage } from '#features/scoreboard/look/table-text.ts';
import { changeBetween } from '#features/scoreboard/watching/table-change.ts';

/** Nobody asks this database for anything: the people are known. */
const facts = new TableFacts(
  connect('postgres://127.0.0.1:9/none', { maxConnections: 1, onError: () => {} }).db,
  1,
);
const people: NamedPeople = {
  ratings: new Map(),
  texts: new Map(
    [...PARTICIPANTS, ...SUPERVISORS].map((id) => [id, { text: `{"id":${id}}`, digest: `user ${id}` }]),
  ),
  everybodyIn: null,
};
const columns = ['A', 'B'].map((index) => ({ index, name: '', isDisabled: false, color: '' }));

function fetched(
  board: Scoreboard,
  question: ScoreboardQuestion,
): { shown: ShownPage; page: ScoreboardPage } {
  const look = { view: viewScoreboard(board, question), columns, contest, pastMs: null, facts, people };
  const shown = shownPage(look);
  return { shown, page: JSON.parse(pageText(look, shown) + pageEnding(look)) };
}

const audiences = [
  { viewerId: null, viewerIsSupervisor: false },
  ...PARTICIPANTS.map((viewerId) => ({ viewerId, viewerIsSupervisor: false })),
  ...SUPERVISORS.map((viewerId) => ({ viewerId, viewerIsSupervisor: true })),
];

const instants = fc.constantFrom(
  freezeTimeMs(contest) - STEP_MS,
  freezeTimeMs(contest) + STEP_MS,
  STEPS.now * STEP_MS,
);

test('a page that changes were applied to is the page that a request gets, for each viewer', () => {
  fc.assert(
    fc.property(
      joinings,
      histories,
      dice,
      fc.array(instants, { minLength: 2, maxLength: 2 }),
      fc.constantFrom('contest' as const, 'practice' as const),
      fc.record({ offset: fc.nat(3), count: fc.integer({ min: 1, max: 8 }) }),
      (joined, solutions, turns, [oneMs = 0, otherMs = 0], scope, part) => {
        const log = interleave(joined, solutions, turns);
        for (const eyes of audiences) {
          const board = createScoreboard(contest);
          const asked = { ...eyes, ...part, scope, atMs: Number.POSITIVE_INFINITY };
          const [firstMs, thenMs] = [Math.min(oneMs, otherMs), Math.max(oneMs, otherMs)];
          let told = fetched(board, { ...asked, nowMs: firstMs });
          log.forEach((event, index) => {
            applyEvent(board, event);
            const nowMs = index < log.length / 2 ? firstMs : thenMs;
            const present = fetched(board, { ...asked, nowMs });
            const change = changeBetween(told.shown, present.shown);
            const page = changedPage(told.page, change, part.offset);
            expect(page).toEqual({ ...present.page, ownRow: told.page.ownRow });
            told = present;
          });
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('pages of those who may know the same have the same version, and only the same pages have', () => {
  fc.assert(
    fc.property(joinings, histories, dice, instants, (joined, solutions, turns, nowMs) => {
      const board = createScoreboard(contest, interleave(joined, solutions, turns));
      const versions = new Map<string, string>();
      for (const eyes of audiences) {
        const question = { ...eyes, nowMs, atMs: Number.POSITIVE_INFINITY };
        const { shown, page } = fetched(board, question);
        const key = rowsKey(board, question);
        expect(versions.get(key) ?? shown.version).toBe(shown.version);
        versions.set(key, shown.version);
        const { ownRow: _, ...seen } = page;
        const same = versions.get(JSON.stringify(seen)) ?? shown.version;
        expect(same).toBe(shown.version);
        versions.set(JSON.stringify(seen), shown.version);
      }
    }),
    { numRuns: 100 },
  );
});

test('a change of another version is not applied', () => {
  const board = createScoreboard(contest);
  const question = { viewerId: null, viewerIsSupervisor: false, nowMs: 0, atMs: Number.POSITIVE_INFINITY };
  const empty = fetched(board, question);
  applyEvent(board, { type: 'joined', userId: 1, isSupervisor: false, joinedAtMs: 0 });
  const one = fetched(board, question);
  const change = changeBetween(empty.shown, one.shown);
  expect(changedPage(empty.page, change, 0)?.rows).toHaveLength(1);
  expect(changedPage(one.page, change, 0)).toBeNull();
});
