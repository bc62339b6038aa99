import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endTimeMs, freezeTimeMs } from '#contests/contest-phase.ts';
import {
  applyEvent,
  applyEvents,
  changesHiddenVerdict,
  createScoreboard,
  isKeptFromVerdicts,
  rowsKey,
  type Scoreboard,
  type ScoreboardEvent,
  type ScoreboardView,
  scoreboardActivity,
  viewScoreboard,
} from '#scoreboard/scoreboard.ts';
import { recompute, summary } from '#testing/plain-scoreboard.ts';
import {
  anybody,
  contest,
  dice,
  earlyJoinings,
  eventsOf,
  histories,
  instant,
  interleave,
  joinedEvents,
  joinings,
  logOf,
  PARTICIPANTS,
  question,
  STEP_MS,
  STEPS,
  SUPERVISORS,
  solutionHistory,
  verdict,
} from '#testing/scoreboard-logs.ts';

function grow(log: readonly ScoreboardEvent[]): Scoreboard {
  const board = createScoreboard(contest);
  for (const event of log) applyEvent(board, event);
  return board;
}

describe('the fold', () => {
  test('agrees with the rules recomputed from the log', () => {
    fc.assert(
      fc.property(joinings, histories, question, dice, (people, solutions, asked, turns) => {
        const log = interleave(people, solutions, turns);
        expect(summary(viewScoreboard(grow(log), asked))).toEqual(recompute(contest, log, asked));
      }),
      { numRuns: 300 },
    );
  });

  test('gives the same table in whatever order the events come', () => {
    fc.assert(
      fc.property(joinings, histories, question, dice, (people, solutions, asked, turns) => {
        const grown = grow(interleave(people, solutions, turns));
        const built = createScoreboard(contest, logOf(people, solutions));
        expect(viewScoreboard(grown, asked)).toEqual(viewScoreboard(built, asked));
      }),
      { numRuns: 300 },
    );
  });

  test('gives the same table whether events come one by one or many at once', () => {
    fc.assert(
      fc.property(joinings, histories, question, dice, fc.nat(60), (people, solutions, asked, turns, cut) => {
        const log = interleave(people, solutions, turns);
        const board = createScoreboard(contest, log.slice(0, cut));
        applyEvents(board, log.slice(cut));
        expect(viewScoreboard(board, asked)).toEqual(viewScoreboard(grow(log), asked));
      }),
    );
  });

  test('keeps what it derived right while it is looked at between events', () => {
    fc.assert(
      fc.property(joinings, histories, question, dice, (people, solutions, asked, turns) => {
        const log = interleave(people, solutions, turns);
        const board = createScoreboard(contest);
        log.forEach((event, index) => {
          applyEvent(board, event);
          const fresh = createScoreboard(contest, log.slice(0, index + 1));
          expect(viewScoreboard(board, asked)).toEqual(viewScoreboard(fresh, asked));
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe('a view of the past', () => {
  test('stays as it is but for the time of the last solution, unless an event reaches back to its instant', () => {
    fc.assert(
      fc.property(joinings, histories, question, dice, (people, solutions, asked, turns) => {
        const board = createScoreboard(contest);
        const publicly = { ...asked, viewerId: null };
        const shown = () => ({ ...viewScoreboard(board, publicly), lastSolutionSentAtMs: 0 });
        for (const event of interleave(people, solutions, turns)) {
          const before = shown();
          const changedFromMs = applyEvent(board, event);
          if (asked.atMs < asked.nowMs && asked.atMs < changedFromMs) expect(shown()).toEqual(before);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('a verdict that the freeze hides changes nothing for those from whom it is kept, and all else is not taken for one', () => {
  const frozen = { ...contest, thawsByHand: true };
  let hidden = 0;
  fc.assert(
    fc.property(joinings, histories, question, dice, (people, solutions, asked, turns) => {
      const board = createScoreboard(frozen);
      for (const event of interleave(people, solutions, turns)) {
        const isHidden = changesHiddenVerdict(board, event);
        if (isHidden && event.type === 'attempt') {
          hidden += 1;
          expect(event.sentAtMs).toBeGreaterThan(freezeTimeMs(frozen));
        }
        const isOther = event.type !== 'attempt' || event.userId !== asked.viewerId;
        const before = viewScoreboard(board, asked);
        applyEvent(board, event);
        if (isHidden && isOther && isKeptFromVerdicts(board, asked))
          expect(viewScoreboard(board, asked)).toEqual(before);
      }
    }),
    { numRuns: 200 },
  );
  expect(hidden).toBeGreaterThan(0);
});

describe('a view', () => {
  test('of a page is that part of the whole', () => {
    fc.assert(
      fc.property(
        joinings,
        histories,
        question,
        fc.nat(8),
        fc.nat(8),
        (people, solutions, asked, offset, count) => {
          const board = createScoreboard(contest, logOf(people, solutions));
          const whole = viewScoreboard(board, asked);
          const page = viewScoreboard(board, { ...asked, offset, count });
          expect(page.rows).toEqual(whole.rows.slice(offset, offset + count));
          expect(page.rowsNumber).toBe(whole.rows.length);
          expect(page.ownRow).toEqual(whole.rows.find(({ userId }) => userId === asked.viewerId) ?? null);
        },
      ),
    );
  });

  test('of some people is their rows of the whole, in pages', () => {
    fc.assert(
      fc.property(
        joinings,
        histories,
        question,
        fc.subarray([...PARTICIPANTS, ...SUPERVISORS]),
        fc.nat(3),
        (people, solutions, asked, userIds, offset) => {
          const board = createScoreboard(contest, logOf(people, solutions));
          const only = new Set(userIds);
          const wanted = viewScoreboard(board, asked).rows.filter(({ userId }) => only.has(userId));
          const chosen = viewScoreboard(board, { ...asked, only, offset, count: 2 });
          const rows = chosen.rows.map(({ rankAmongShown: _, ...row }) => row);
          expect(rows).toEqual(wanted.slice(offset, offset + 2));
          expect(chosen.rowsNumber).toBe(wanted.length);
        },
      ),
    );
  });

  test('is the same but for the own row where questions have the same key', () => {
    const now = instant(-2, STEPS.now);
    fc.assert(
      fc.property(joinings, histories, question, now, anybody, (people, solutions, asked, nowMs, lateId) => {
        const extraTime = { type: 'extraTime', userId: lateId, extraTimeMs: 3 * STEP_MS } as const;
        const board = createScoreboard(contest, [...logOf(people, solutions), extraTime]);
        const known = new Map<string, Omit<ScoreboardView, 'ownRow'>>();
        for (const viewerId of [null, ...PARTICIPANTS, ...SUPERVISORS]) {
          const { ownRow: _, ...shown } = viewScoreboard(board, { ...asked, nowMs, viewerId });
          const key = rowsKey(board, { ...asked, nowMs, viewerId });
          expect(shown).toEqual(known.get(key) ?? shown);
          known.set(key, shown);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('has one key for all participants about whom nothing is hidden', () => {
    const early = histories.map((all) => all.filter(({ sentAtMs }) => sentAtMs <= freezeTimeMs(contest)));
    fc.assert(
      fc.property(joinings, early, question, (people, solutions, asked) => {
        const board = createScoreboard(contest, logOf(people, solutions));
        const keyOf = (viewerId: number | null) =>
          rowsKey(board, { ...asked, viewerId, viewerIsSupervisor: false });
        expect(new Set([null, ...PARTICIPANTS].map(keyOf)).size).toBe(1);
      }),
    );
  });

  test('counts over all rows of participants how each problem went', () => {
    fc.assert(
      fc.property(joinings, histories, question, (people, solutions, asked) => {
        const board = createScoreboard(contest, logOf(people, solutions));
        const { rows } = viewScoreboard(board, asked);
        const ofParticipants = rows.filter(({ userId }) => !SUPERVISORS.includes(userId));
        const statistics = contest.problemIds.map((_, position) => {
          const cells = ofParticipants.map(({ cells }) => cells[position]).filter((cell) => !!cell);
          const solved = cells.filter(({ acceptedAtMs }) => acceptedAtMs !== undefined).length;
          const tried = cells.filter((cell) => cell.acceptedAtMs !== undefined || cell.wrongTries > 0);
          const wrong = tried.reduce((sum, { wrongTries }) => sum + wrongTries, 0);
          return { solved, tried: tried.length, tries: wrong + solved };
        });
        expect(viewScoreboard(board, { ...asked, offset: 1, count: 1 }).statistics).toEqual(statistics);
      }),
    );
  });

  test('rewound to now is the live one', () => {
    fc.assert(
      fc.property(
        joinings,
        histories,
        question,
        instant(-2, STEPS.now),
        (people, solutions, asked, nowMs) => {
          const sent = solutions.filter(({ sentAtMs }) => sentAtMs <= nowMs);
          const board = createScoreboard(contest, logOf(people, sent));
          const live = viewScoreboard(board, { ...asked, nowMs, atMs: Number.POSITIVE_INFINITY });
          expect(viewScoreboard(board, { ...asked, nowMs, atMs: nowMs })).toEqual(live);
          // An instant later than the log, but before now, is made the same way as any other past one.
          if (nowMs > endTimeMs(contest)) {
            const later = { ...asked, nowMs: nowMs + STEP_MS, atMs: nowMs };
            expect(viewScoreboard(board, later)).toEqual(live);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  // Except the very end, which shows the result once the freeze has lifted.
  test('rewound shows what was live then', () => {
    fc.assert(
      fc.property(
        earlyJoinings,
        histories,
        question,
        instant(-2, STEPS.now),
        (people, solutions, asked, thenMs) => {
          fc.pre(thenMs !== endTimeMs(contest));
          const sentByThen = solutions.filter(({ sentAtMs }) => sentAtMs <= thenMs);
          const then = createScoreboard(contest, logOf(people, sentByThen));
          const now = createScoreboard(contest, logOf(people, solutions));
          const nowMs = STEPS.now * STEP_MS + 1;
          const rewound = viewScoreboard(now, { ...asked, past: 'shown', nowMs, atMs: thenMs });
          const live = viewScoreboard(then, { ...asked, nowMs: thenMs, atMs: thenMs });
          expect(summary(rewound)).toEqual(summary(live));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of the real past is that of a contest without a freeze', () => {
    const unfrozen = { ...contest, relativeFreezeTimeMs: contest.durationTimeMs };
    fc.assert(
      fc.property(joinings, histories, question, (people, solutions, asked) => {
        const log = logOf(people, solutions);
        const real = viewScoreboard(createScoreboard(contest, log), { ...asked, past: 'real' });
        expect(real).toEqual(viewScoreboard(createScoreboard(unfrozen, log), asked));
        expect(real.isFrozen).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('of the contest alone is that of a log which ends with the main time', () => {
    const endMs = endTimeMs(contest);
    fc.assert(
      fc.property(joinings, histories, question, (people, solutions, asked) => {
        const inTime = solutions.filter(({ sentAtMs }) => sentAtMs <= endMs);
        const early = people.filter(({ joinedAtMs }) => joinedAtMs <= endMs);
        const latecomers = new Set(people.filter((it) => !early.includes(it)).map(({ userId }) => userId));
        const ofEarly = inTime.filter(({ userId }) => !latecomers.has(userId));
        const whole = createScoreboard(contest, logOf(early, solutions));
        const cut = createScoreboard(contest, logOf(early, inTime));
        const official = viewScoreboard(whole, { ...asked, scope: 'contest' });
        expect(official).toEqual(viewScoreboard(cut, { ...asked, scope: 'practice' }));
        // People who came for the practice only do not change the result.
        const withLatecomers = createScoreboard(contest, [
          ...logOf(people, ofEarly),
          ...solutions.flatMap((solution, index) =>
            solution.sentAtMs > endMs ? eventsOf(solution, solutions.length + index) : [],
          ),
        ]);
        const withoutThem = createScoreboard(contest, logOf(early, ofEarly));
        expect(viewScoreboard(withLatecomers, { ...asked, scope: 'contest' })).toEqual(
          viewScoreboard(withoutThem, { ...asked, scope: 'contest' }),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('does not depend on the scope and the kind of past until the main time is over', () => {
    fc.assert(
      fc.property(
        earlyJoinings,
        histories,
        question,
        instant(-1, STEPS.end),
        (people, solutions, asked, nowMs) => {
          const sent = solutions.filter(({ sentAtMs }) => sentAtMs <= nowMs);
          const board = createScoreboard(contest, logOf(people, sent));
          const plain = viewScoreboard(board, { ...asked, nowMs, scope: 'practice', past: 'shown' });
          expect(viewScoreboard(board, { ...asked, nowMs })).toEqual(plain);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('secrecy', () => {
  const withoutActivity = (view: ScoreboardView) => ({
    ...view,
    rows: view.rows.map((row) => ({
      ...row,
      cells: row.cells.map(({ isFrozen: _, pendingTries: __, ...cell }) => cell),
    })),
  });

  test('nothing that others do in the freeze reaches a participant, but that they do something', () => {
    const hidden = fc.array(
      solutionHistory.chain((solution) =>
        instant(STEPS.freeze + 1, STEPS.end).map((sentAtMs) => ({ ...solution, sentAtMs })),
      ),
      { maxLength: 10 },
    );
    const viewerId = fc.option(fc.constantFrom(...PARTICIPANTS));
    const nowMs = instant(-1, STEPS.end);
    fc.assert(
      fc.property(
        earlyJoinings,
        histories,
        hidden,
        hidden,
        viewerId,
        nowMs,
        instant(-1, STEPS.end),
        question,
        (...given) => {
          const [people, solutions, once, instead, viewer, now, shown, { scope, past }] = given;
          const sent = solutions.filter(({ sentAtMs }) => sentAtMs <= freezeTimeMs(contest));
          const seen = [once, instead].map((others) => {
            const ofOthers = others.filter(({ userId }) => userId !== viewer);
            const board = grow(logOf(people, [...sent, ...ofOthers]));
            const asked = {
              ...{ viewerId: viewer, viewerIsSupervisor: false },
              ...{ nowMs: now, atMs: shown, scope, past },
            } as const;
            const steps = { stepMs: STEP_MS, untilMs: Number.POSITIVE_INFINITY };
            const live = { ...asked, atMs: Number.POSITIVE_INFINITY };
            return [withoutActivity(viewScoreboard(board, asked)), scoreboardActivity(board, live, steps)];
          });
          expect(seen[0]).toEqual(seen[1]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the activity shown for the freeze does not depend on verdicts', () => {
    fc.assert(
      fc.property(
        earlyJoinings,
        histories,
        fc.array(verdict),
        question,
        (people, solutions, verdicts, asked) => {
          const nowMs = endTimeMs(contest);
          const judgedOtherwise = solutions.map((solution, index) =>
            solution.sentAtMs > freezeTimeMs(contest) && solution.userId !== asked.viewerId
              ? { ...solution, verdicts: [verdicts[index] ?? null] }
              : solution,
          );
          const seen = [solutions, judgedOtherwise].map((log) =>
            viewScoreboard(grow(logOf(people, log)), { ...asked, viewerIsSupervisor: false, nowMs }),
          );
          expect(seen[0]).toEqual(seen[1]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('supervisors leave no trace in what participants see', () => {
    fc.assert(
      fc.property(
        joinings,
        histories,
        question,
        instant(-1, STEPS.now),
        (people, solutions, asked, nowMs) => {
          const participant = { ...asked, viewerId: 1, viewerIsSupervisor: false, nowMs };
          const isParticipant = ({ userId }: { userId: number }) => !SUPERVISORS.includes(userId);
          const all = grow(logOf(people, solutions));
          const alone = grow([
            ...joinedEvents(people.filter(isParticipant)),
            ...solutions.flatMap((solution, index) =>
              isParticipant(solution) ? eventsOf(solution, index) : [],
            ),
          ]);
          expect(viewScoreboard(all, participant)).toEqual(viewScoreboard(alone, participant));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the activity', () => {
  test('has a step wherever the table changed, and none elsewhere', () => {
    fc.assert(
      fc.property(joinings, histories, question, (people, solutions, { atMs: _, ...asked }) => {
        const board = createScoreboard(contest, logOf(people, solutions));
        const until = { stepMs: STEP_MS, untilMs: Number.POSITIVE_INFINITY };
        const steps = scoreboardActivity(board, { ...asked, atMs: Number.POSITIVE_INFINITY }, until);
        for (let step = 1; step <= STEPS.now; step += 1) {
          // A viewer of the past as it was shown sees a freeze from its end at once.
          const isShownFrozen = !asked.viewerIsSupervisor && asked.past === 'shown';
          if (isShownFrozen && step > STEPS.freeze && step <= STEPS.end) continue;
          const [before, after] = [step - 1, step].map((place) =>
            summary(viewScoreboard(board, { ...asked, atMs: place * STEP_MS })),
          );
          expect(steps.some((it) => it.step === step)).toBe(JSON.stringify(before) !== JSON.stringify(after));
        }
      }),
      { numRuns: 300 },
    );
  });
});
