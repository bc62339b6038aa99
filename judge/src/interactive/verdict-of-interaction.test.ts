import { expect, test } from 'vitest';
import type { InteractorDecision } from '#interactive/interaction.ts';
import { verdictOfInteraction } from '#interactive/verdict-of-interaction.ts';
import type { PairedResult } from '#sandbox/sandbox.ts';

const RULES = { timeLimitMs: 1000, memoryLimitKb: 65_536, endsItselfWhenFull: false };

const FINE: PairedResult = {
  cause: 'exit',
  exitCode: 0,
  signal: null,
  cpuUs: 100_000,
  wallUs: 200_000,
  peakKb: 1000,
  outputBytes: 10,
  leftProcesses: 0,
  fetched: [],
  message: null,
  endedUs: 5000,
  unreadOutput: 0,
  unreadInput: 0,
};

const SIGPIPE = 13;
const crashed = { cause: 'signal', exitCode: null, signal: 11 } as const;
const pipeClosed = { cause: 'signal', exitCode: null, signal: SIGPIPE } as const;
const code = (exitCode: number) => ({ exitCode });
const overCpu = { cause: 'cpu', exitCode: null, signal: 9, cpuUs: 1_000_100 } as const;
const idle = { cause: 'wall', exitCode: null, signal: 9, cpuUs: 5000, wallUs: 3_000_000 } as const;
const busyAtTheWall = { ...idle, cpuUs: 800_000 };
const overMemory = { cause: 'memory', exitCode: null, signal: 9 } as const;
const flooded = { cause: 'output', exitCode: null, signal: 9 } as const;
const stopped = { cause: 'stopped', exitCode: null, signal: 9 } as const;
const broken = { cause: 'internal', exitCode: null, message: 'the container broke' } as const;

type Row = [
  who: 'solution first' | 'interactor first',
  solution: Partial<PairedResult>,
  decision: InteractorDecision,
  interactor: Partial<PairedResult>,
  verdict: string,
];

const ROWS: Row[] = [
  // Both end well: the interactor decides, whichever side ended first.
  ['solution first', {}, 'accepted', {}, 'accepted'],
  ['interactor first', {}, 'accepted', {}, 'accepted'],
  ['solution first', {}, 'partial', code(7), 'partial'],
  ['solution first', {}, 'wrongAnswer', code(43), 'wrongAnswer'],
  ['interactor first', {}, 'wrongAnswer', code(43), 'wrongAnswer'],
  ['solution first', {}, 'presentationError', code(2), 'presentationError'],

  // The solution fails first: its failure counts, and not what the interactor made of the silence.
  ['solution first', crashed, 'wrongAnswer', code(43), 'runtimeError'],
  ['solution first', code(1), 'presentationError', code(2), 'runtimeError'],
  ['solution first', code(42), 'accepted', code(42), 'runtimeError'],
  ['solution first', overCpu, 'wrongAnswer', code(43), 'timeLimit'],
  ['solution first', { cpuUs: 1_000_100 }, 'accepted', {}, 'timeLimit'],
  ['solution first', busyAtTheWall, 'wrongAnswer', code(43), 'timeLimit'],
  ['solution first', idle, 'wrongAnswer', code(43), 'idlenessLimit'],
  ['solution first', overMemory, 'wrongAnswer', code(43), 'memoryLimit'],
  ['solution first', flooded, 'wrongAnswer', code(43), 'outputLimit'],
  ['solution first', { cause: 'security' }, 'wrongAnswer', code(43), 'restrictedFunction'],
  // … nor is it, when the interactor cannot bear the silence.
  ['solution first', crashed, 'failed', crashed, 'runtimeError'],
  ['solution first', overCpu, 'failed', stopped, 'timeLimit'],
  ['solution first', idle, 'failed', stopped, 'idlenessLimit'],

  // Deadlocks: the side that does not read is at fault.
  ['solution first', { ...idle, unreadOutput: 4 }, 'failed', stopped, 'judgingError'],
  ['solution first', { ...idle, unreadOutput: 4 }, 'wrongAnswer', code(43), 'judgingError'],
  ['solution first', { ...idle, unreadOutput: 4, unreadInput: 9 }, 'failed', stopped, 'idlenessLimit'],
  ['solution first', { ...idle, unreadInput: 9 }, 'wrongAnswer', code(43), 'idlenessLimit'],
  ['solution first', { ...overCpu, unreadOutput: 4 }, 'failed', stopped, 'timeLimit'],

  // The interactor rejects first: the end of the solution is a consequence.
  ['interactor first', stopped, 'wrongAnswer', code(43), 'wrongAnswer'],
  ['interactor first', crashed, 'wrongAnswer', code(43), 'wrongAnswer'],
  ['interactor first', pipeClosed, 'wrongAnswer', code(43), 'wrongAnswer'],
  ['interactor first', code(1), 'presentationError', code(2), 'presentationError'],
  ['interactor first', overCpu, 'wrongAnswer', code(43), 'wrongAnswer'],
  ['interactor first', overMemory, 'wrongAnswer', code(43), 'wrongAnswer'],

  // The interactor accepts first: the solution must still end well, and no partner is left to wait for.
  ['interactor first', pipeClosed, 'accepted', {}, 'accepted'],
  ['interactor first', pipeClosed, 'partial', code(7), 'partial'],
  ['interactor first', crashed, 'accepted', {}, 'runtimeError'],
  ['interactor first', code(42), 'accepted', {}, 'runtimeError'],
  ['interactor first', overCpu, 'accepted', {}, 'timeLimit'],
  ['interactor first', idle, 'accepted', {}, 'timeLimit'],
  ['interactor first', overMemory, 'accepted', {}, 'memoryLimit'],
  ['interactor first', overCpu, 'partial', code(7), 'timeLimit'],

  // The interactor fails without a fault of the solution.
  ['interactor first', {}, 'failed', crashed, 'judgingError'],
  ['interactor first', stopped, 'failed', crashed, 'judgingError'],
  ['interactor first', crashed, 'failed', code(3), 'judgingError'],
  ['interactor first', stopped, 'failed', overCpu, 'judgingError'],
  ['solution first', {}, 'failed', overCpu, 'judgingError'],
  ['solution first', {}, 'failed', code(77), 'judgingError'],
  ['solution first', {}, 'failed', overMemory, 'judgingError'],

  // The sandbox fails: neither side is at fault.
  ['solution first', broken, 'wrongAnswer', code(43), 'judgingError'],
  ['solution first', crashed, 'failed', broken, 'judgingError'],
];

test.each(ROWS)('%s, %j, interactor %s %j: %5$s', (who, solution, decision, interactor, verdict) => {
  const [solutionUs, interactorUs] = who === 'solution first' ? [1000, 2000] : [2000, 1000];
  const ruling = verdictOfInteraction({
    solution: { ...FINE, endedUs: solutionUs, ...solution },
    interactor: { ...FINE, endedUs: interactorUs, ...interactor },
    decision,
    said: 'words',
    rules: RULES,
  });
  expect(ruling.verdict).toBe(verdict);
});

test('the detail has the event and the interactor’s message', () => {
  const rule = (solution: Partial<PairedResult>, decision: InteractorDecision) =>
    verdictOfInteraction({
      solution: { ...FINE, endedUs: 1, ...solution },
      interactor: { ...FINE, ...code(3) },
      decision,
      said: 'unexpected end',
      rules: RULES,
    }).detail;
  expect(rule(code(9), 'wrongAnswer')).toBe('exit code 9; the interactor says: unexpected end');
  expect(rule({}, 'wrongAnswer')).toBe('unexpected end');
  expect(rule({}, 'failed')).toBe('the interactor ended with exit code 3: unexpected end');
});
