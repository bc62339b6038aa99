import { BALLOON_CLIENT_EVENTS } from '#features/balloons/balloon-client-events.ts';
import { balloonsTold } from '#features/balloons/balloon-events.ts';
import { CHAT_CLIENT_EVENTS } from '#features/chat/chat-client-events.ts';
import { tellChatEvents } from '#features/chat/chat-events.ts';
import { CONSOLE_CLIENT_EVENTS } from '#features/console/console-client-events.ts';
import { tellConsole } from '#features/console/console-events.ts';
import { CONTROL_CLIENT_EVENTS } from '#features/contest-control/control-client-events.ts';
import { controlTold } from '#features/contest-control/control-events.ts';
import { writePresence } from '#features/contest-control/presence.ts';
import { tellPartChanges } from '#features/contests/acting/part-events.ts';
import { partConfined } from '#features/contests/confinement/confined-sockets.ts';
import { CONTEST_CLIENT_EVENTS } from '#features/contests/contest-client-events.ts';
import { tellContestChanges } from '#features/contests/contest-problems-live.ts';
import { tellDeviceMoves } from '#features/contests/devices/device-events.ts';
import { partStrangers } from '#features/contests/devices/network-sockets.ts';
import { tellLanguageEvents } from '#features/judging/judges/language-events.ts';
import { tellFaults } from '#features/judging/verdicts/report-fault.ts';
import { DESK_CLIENT_EVENTS } from '#features/jury-desk/desk-client-events.ts';
import { deskTold } from '#features/jury-desk/desk-events.ts';
import { tellMessageEvents } from '#features/messages/message-events.ts';
import { tellOutsideEvents } from '#features/outside-systems/outside-events.ts';
import { TABLE_CLIENT_EVENTS, tellTableRows } from '#features/scoreboard/watching/table-client-events.ts';
import { SOLUTION_CLIENT_EVENTS } from '#features/solutions/solution-client-events.ts';
import { tellSolutionEvents } from '#features/solutions/solution-events.ts';
import { tellTrialRunEvents } from '#features/trial-runs/trial-run-events.ts';
import { PEOPLE_CLIENT_EVENTS } from '#features/user-admin/people-client-events.ts';
import { tellPeopleChanges } from '#features/user-admin/people-events.ts';
import type { ClientEventHandlers, Teller } from '#realtime/client-events.ts';

/** Tellers of the features, handed in because `realtime` imports no feature, as `http` imports none. */
export const TELLERS: readonly Teller[] = [
  tellSolutionEvents,
  tellChatEvents,
  tellOutsideEvents,
  tellTrialRunEvents,
  tellLanguageEvents,
  tellFaults,
  tellMessageEvents,
  tellContestChanges,
  tellDeviceMoves,
  tellPartChanges,
  partConfined,
  partStrangers,
  tellTableRows,
  tellConsole,
  controlTold.tell,
  deskTold.tell,
  balloonsTold.tell,
  tellPeopleChanges,
  writePresence,
];

/** Handlers of client events. Ids of people in payloads are ignored: rooms follow the session. */
export const CLIENT_EVENT_HANDLERS = {
  ...CONTEST_CLIENT_EVENTS,
  ...TABLE_CLIENT_EVENTS,
  ...CONTROL_CLIENT_EVENTS,
  ...DESK_CLIENT_EVENTS,
  ...BALLOON_CLIENT_EVENTS,
  ...SOLUTION_CLIENT_EVENTS,
  ...CHAT_CLIENT_EVENTS,
  ...CONSOLE_CLIENT_EVENTS,
  ...PEOPLE_CLIENT_EVENTS,
} as const satisfies ClientEventHandlers;
