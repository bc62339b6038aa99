import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesBetween, type HostState, helperCgroups, hostState } from '#sandbox/host-state.ts';
import { type PairResult, runPair } from '#sandbox/run-pair.ts';
import type { SandboxSlot } from '#sandbox/sandbox.ts';
import { isRoot, openTestSandbox, SLOWNESS, SMALL, STRANGER, type TestSandbox } from '#sandbox/testing.ts';

/** Attack by one side; the other one is well-behaved and must not be disturbed. */
interface Attack {
  meaning: string;
  attacker: 'solution' | 'interactor';
  program: string;
  causes: string[];
}

/** Answers each number with the next one; exits with 1 when anything else came. */
const ECHO = `#include <stdio.h>
int main(void) {
  int number, last = 0;
  while (scanf("%d", &number) == 1) {
    if (number != last + 1) return 1;
    last = number;
    printf("%d\\n", number);
    fflush(stdout);
  }
  return last == 3 ? 0 : 1;
}
`;

/** Talks three rounds around the attack, which sets `bad = 1` when it found a hole. */
const attack = (body: string, head = '') => `#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
${head}
static int bad;
static int talk(int number) {
  int answer = 0;
  printf("%d\\n", number);
  fflush(stdout);
  return scanf("%d", &answer) == 1 && answer == number;
}
int main(void) {
  if (!talk(1) || !talk(2)) return 2;
  ${body}
  if (!talk(3)) return 3;
  return bad;
}
`;

const ATTACKS: Attack[] = [
  {
    meaning: 'kills whatever it can reach',
    attacker: 'interactor',
    program: attack(
      'for (int pid = -1; pid < 400; pid++) if (pid != 0 && pid != getpid()) kill(pid, SIGKILL);',
    ),
    causes: ['exit', 'signal'],
  },
  {
    meaning: "looks for the solution's processes",
    attacker: 'interactor',
    program: attack(`
  DIR *proc = opendir("/proc");
  for (struct dirent *entry; (entry = readdir(proc)) != NULL;)
    if (atoi(entry->d_name) > 1 && atoi(entry->d_name) != getpid()) bad = 1;`),
    causes: ['exit'],
  },
  {
    meaning: 'leaves children behind that hold the wires',
    attacker: 'interactor',
    program: attack('if (fork() == 0) { setsid(); pause(); }'),
    causes: ['exit'],
  },
  {
    meaning: 'is a fork bomb while it talks',
    attacker: 'interactor',
    program: attack('for (int i = 0; i < 100; i++) if (fork() == 0) for (;;) fork();'),
    causes: ['exit', 'cpu', 'memory', 'wall'],
  },
  {
    meaning: 'makes the wires small, asynchronous and non-blocking',
    attacker: 'solution',
    program: attack(`
  for (int fd = 0; fd < 2; fd++) {
    fcntl(fd, F_SETPIPE_SZ, 4096);
    fcntl(fd, F_SETOWN, getpid());
    signal(SIGIO, SIG_IGN);
    fcntl(fd, F_SETFL, O_NONBLOCK | O_ASYNC);
    fcntl(fd, F_SETFL, 0);
    fcntl(fd, F_SETFL, fd == 0 ? O_NONBLOCK : 0);
  }
  fcntl(0, F_SETFL, 0);`),
    causes: ['exit'],
  },
  {
    meaning: 'reads its own words and writes its own answers',
    attacker: 'solution',
    program: attack(`
  int words = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK), answers = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
  if (geteuid() >= 0x70000000 && (words >= 0 || answers >= 0)) bad = 1;
  close(words);
  close(answers);`),
    causes: ['exit'],
  },
  {
    meaning: 'gives its wires to an orphan and ends',
    attacker: 'solution',
    program: attack('if (!talk(3)) return 3; if (fork() == 0) { setsid(); for (;;) pause(); } return 0;'),
    causes: ['exit'],
  },
  {
    meaning: 'closes its output, and hands it to a child that never uses it',
    attacker: 'solution',
    program: attack(
      'if (!talk(3)) return 3; if (fork() == 0) { pause(); } close(1); while (getchar() != EOF) ; return 0;',
    ),
    causes: ['wall'],
  },
  {
    meaning: 'splices a flood past every counter',
    attacker: 'solution',
    program: attack(
      'static char page[65536]; memset(page, 32, sizeof page); struct iovec part = { page, sizeof page }; for (;;) vmsplice(1, &part, 1, 0);',
      '#include <sys/uio.h>',
    ),
    causes: ['cpu', 'wall', 'output'],
  },
  {
    meaning: 'floods from children that nobody counts',
    attacker: 'solution',
    program: attack(
      'for (int i = 0; i < 8; i++) if (fork() == 0) for (;;) if (write(1, "        ", 8) < 0) _exit(0); for (;;) pause();',
    ),
    causes: ['cpu', 'wall', 'output'],
  },
];

const MODES = [
  ...(isRoot ? [{ name: 'as root', options: {} }] : []),
  { name: 'without root', options: isRoot ? { user: STRANGER } : {} },
];

describe.each(MODES)('of a pair $name', ({ options }) => {
  let box: TestSandbox;
  let slots: Record<Attack['attacker'], SandboxSlot>;
  let atFirst: HostState;

  const stateNow = () => hostState(box.helperPid, [box.workDir]);

  beforeAll(async () => {
    box = await openTestSandbox(options);
    slots = { solution: await box.sandbox.openSlot(1), interactor: await box.sandbox.openSlot(2) };
    await box.compile(ECHO, 'echo');
    for (const [number, { program }] of ATTACKS.entries()) await box.compile(program, `attack-${number}`);
    for (const name of ['solution-err', 'interactor-err']) await writeFile(box.path(name), '');
    atFirst = stateNow();
  }, 360_000 * SLOWNESS);

  afterAll(async () => {
    await box.close();
    expect(helperCgroups().filter((path) => path.includes(`balloon-${box.helperPid}`))).toEqual([]);
  });

  function run(number: number, { attacker, causes }: Attack): Promise<PairResult> {
    const limits = {
      ...SMALL,
      ...(causes.includes('cpu') ? { cpuMs: 200 * SLOWNESS } : {}),
      ...(causes.includes('wall') ? { wallMs: 700 * SLOWNESS } : {}),
    };
    const side = (name: Attack['attacker']) => ({
      slot: slots[name],
      request: {
        argv: [name === attacker ? `/box/attack-${number}` : '/box/echo'],
        box: box.path('box'),
        stderr: box.path(`${name}-err`),
        limits: name === attacker ? limits : SMALL,
      },
    });
    return runPair(side('solution'), side('interactor'));
  }

  test.each(ATTACKS.map((it, number) => ({ ...it, number })))(
    'the $attacker is held that $meaning',
    async ({ number, ...it }) => {
      const before = stateNow();
      for (const round of ['first', 'second']) {
        const { left, right } = await run(number, it);
        const [attacker, victim] = it.attacker === 'solution' ? [left, right] : [right, left];
        const about = `${round} run: ${JSON.stringify({ attacker, victim })}`;
        expect(it.causes, about).toContain(attacker.cause);
        if (it.causes.length === 1 && attacker.cause === 'exit') expect(attacker.exitCode, about).toBe(0);
        expect(victim.cause, about).toBe('exit');
        // Only a side that was cut short in the middle of the conversation may report it.
        if (attacker.cause === 'exit' && attacker.exitCode === 0) expect(victim.exitCode, about).toBe(0);
      }
      expect(changesBetween(before, stateNow())).toEqual({});
    },
    360_000 * SLOWNESS,
  );

  test('leaves two slots that still talk', async () => {
    const limits = SMALL;
    const { left, right } = await runPair(
      { slot: slots.solution, request: { argv: ['/bin/sh', '-c', 'echo 1; read answer'], limits } },
      { slot: slots.interactor, request: { argv: ['/bin/sh', '-c', 'read number; echo 2'], limits } },
    );
    expect([left.exitCode, right.exitCode]).toEqual([0, 0]);
    expect(changesBetween(atFirst, stateNow())).toEqual({});
    expect(readdirSync(box.workDir)).toContain('box');
  });
});
