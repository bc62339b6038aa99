import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deservesPatience, type RunRules, verdictOfRun } from '#run/verdict-of-run.ts';
import type { RunCause, RunResult } from '#sandbox/sandbox.ts';

const RULES: RunRules = { timeLimitMs: 1000, memoryLimitKb: 65_536, endsItselfWhenFull: false };
const GOOD: RunResult = {
  cause: 'exit',
  exitCode: 0,
  signal: null,
  cpuUs: 10_000,
  wallUs: 20_000,
  peakKb: 2_000,
  outputBytes: 2,
  leftProcesses: 0,
  fetched: [],
  message: null,
};

const verdict = (run: Partial<RunResult>, rules: Partial<RunRules> = {}) =>
  verdictOfRun({ ...GOOD, ...run }, { ...RULES, ...rules })?.verdict ?? null;

describe('the verdict of a run', () => {
  test.each([
    ['a clean end leaves the verdict to the checker', {}, null],
    ['exactly the time limit is within it', { cpuUs: 1_000_000 }, null],
    ['more CPU than the limit, ended by itself', { cpuUs: 1_000_001 }, 'timeLimit'],
    ['stopped for CPU', { cause: 'cpu', cpuUs: 1_001_000 }, 'timeLimit'],
    ['stopped by the clock, hardly any CPU', { cause: 'wall', cpuUs: 499_999 }, 'idlenessLimit'],
    ['stopped by the clock while it worked', { cause: 'wall', cpuUs: 500_000 }, 'timeLimit'],
    ['stopped for memory', { cause: 'memory', signal: 9, peakKb: 65_536 }, 'memoryLimit'],
    ['stopped for memory at once', { cause: 'memory', peakKb: 0 }, 'memoryLimit'],
    ['stopped for output', { cause: 'output' }, 'outputLimit'],
    ['stopped for a forbidden call', { cause: 'security', signal: 31 }, 'restrictedFunction'],
    ['a non-zero exit code', { exitCode: 3 }, 'runtimeError'],
    ['a signal', { cause: 'signal', exitCode: null, signal: 11 }, 'runtimeError'],
    ['a signal after the time limit', { cause: 'signal', signal: 6, cpuUs: 2_000_000 }, 'timeLimit'],
    ['an exit code after the time limit', { exitCode: 1, cpuUs: 2_000_000 }, 'timeLimit'],
    ['trouble of the sandbox', { cause: 'internal', exitCode: 1, signal: 9 }, 'judgingError'],
  ] as const)('%s', (_name, run, expected) => {
    expect(verdict(run as Partial<RunResult>)).toBe(expected);
  });

  test('memory at the limit is no verdict as long as the program goes on', () => {
    expect(verdict({ peakKb: 65_536 })).toBe(null);
    expect(verdict({ peakKb: 65_536, exitCode: 1 })).toBe('runtimeError');
  });

  test('a runtime that ends itself with a full heap has hit the memory limit', () => {
    const full = { cause: 'signal', signal: 6, exitCode: null, peakKb: 60_000 } as const;
    expect(verdict(full, { endsItselfWhenFull: true })).toBe('memoryLimit');
    expect(verdict({ ...full, peakKb: 50_000 }, { endsItselfWhenFull: true })).toBe('runtimeError');
    expect(verdict({ peakKb: 60_000 }, { endsItselfWhenFull: true })).toBe(null);
  });

  test.each([
    ['an endless loop on a crowded machine', { cause: 'wall', cpuUs: 365_000, wallUs: 3_022_000 }, true],
    [
      'a napper that was not starved',
      { cause: 'wall', cpuUs: 365_000, wallUs: 3_022_000, starvedUs: 0 },
      true,
    ],
    ['a starved sleeper', { cause: 'wall', cpuUs: 2_000, wallUs: 9_000_000, starvedUs: 6_000_000 }, false],
    ['a sleeper', { cause: 'wall', cpuUs: 2_000, wallUs: 3_000_000 }, false],
    ['an interpreter that sleeps', { cause: 'wall', cpuUs: 40_000, wallUs: 3_000_000 }, false],
    ['one that its CPU limit stopped', { cause: 'cpu', cpuUs: 1_000_000, wallUs: 3_000_000 }, false],
    ['one that ended', { cpuUs: 1_000_000, wallUs: 3_000_000 }, false],
  ] as const)('%s, run a second time with patience: %s', (_name, run, expected) => {
    expect(deservesPatience({ ...GOOD, ...run })).toBe(expected);
  });

  test('the detail names the signal, the exit code or the sandbox’s message', () => {
    expect(verdictOfRun({ ...GOOD, cause: 'signal', signal: 11 }, RULES)?.detail).toBe('signal SIGSEGV (11)');
    expect(verdictOfRun({ ...GOOD, exitCode: 3 }, RULES)?.detail).toBe('exit code 3');
    expect(verdictOfRun({ ...GOOD, cause: 'internal', message: 'no cgroup' }, RULES)?.detail).toContain(
      'no cgroup',
    );
  });
});

describe('for every run', () => {
  const causes: RunCause[] = ['exit', 'signal', 'cpu', 'wall', 'memory', 'output', 'security', 'internal'];
  const anyRun = fc.record({
    cause: fc.constantFrom(...causes),
    exitCode: fc.option(fc.nat(255)),
    signal: fc.option(fc.integer({ min: 1, max: 64 })),
    cpuUs: fc.nat(5_000_000),
    wallUs: fc.nat(9_000_000),
    peakKb: fc.nat(200_000),
    outputBytes: fc.nat(),
    leftProcesses: fc.nat(100),
    fetched: fc.constant<string[]>([]),
    message: fc.option(fc.string()),
  });
  const anyRules = fc.record({
    timeLimitMs: fc.integer({ min: 1, max: 4000 }),
    memoryLimitKb: fc.integer({ min: 1000, max: 200_000 }),
    endsItselfWhenFull: fc.boolean(),
  });

  test('our own failures, and only they, are never scored', () => {
    fc.assert(
      fc.property(anyRun, anyRules, (run, rules) => {
        const failure = verdictOfRun(run, rules);
        if (failure === null) return;
        expect(VERDICTS[failure.verdict].scored).toBe(run.cause !== 'internal');
      }),
    );
  });

  test('only a clean end within the time limit reaches the checker', () => {
    fc.assert(
      fc.property(anyRun, anyRules, (run, rules) => {
        const isClean = run.cause === 'exit' && run.exitCode === 0 && run.cpuUs <= rules.timeLimitMs * 1000;
        expect(verdictOfRun(run, rules) === null).toBe(isClean);
      }),
    );
  });
});
