import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { type CompilerTools, compile } from '@balloon/judge/compile/compile.ts';
import { judgeTask } from '@balloon/judge/judging/judge-solution.ts';
import type { JudgingSlot } from '@balloon/judge/run/judging-slot.ts';
import type { Program } from '@balloon/judge/run/program.ts';
import {
  type BlobShelf,
  createBlobShelf,
  type TestProblem,
  taskOf,
} from '@balloon/judge/testing/test-workshop.ts';
import { type OpenWorkshop, openWorkshop } from '@balloon/judge/workshop/open-workshop.ts';
import { median, quantile } from '#report/table.ts';
import { atMost, type Target } from '#report/target.ts';

/*
 * Cost of judging, beside the bare cost of the same work in the same run: the compiler called directly, and
 * the compiled program started by a shell with its files redirected. The methods alternate, so that other
 * load on the machine affects all of them alike.
 */

export interface JudgeBenchRow extends Partial<Target> {
  what: string;
  medianMs: number;
  p90Ms: number;
  /** Ratio of the median to that of the corresponding bare work. */
  timesBare?: number;
}

const SUM = `#include <bits/stdc++.h>
using namespace std;
int main() {
  int64_t a, b;
  cin >> a >> b;
  cout << a + b << endl;
}
`;
const CHECKER = `#include <fstream>
#include <string>
int main(int, char **argv) {
  std::string output, answer;
  std::ifstream(argv[2]) >> output;
  std::ifstream(argv[3]) >> answer;
  return output == answer ? 0 : 1;
}
`;
const TESTS = 20;
const ROUNDS = 10;

/** Measures compiling, running and checking; a minute at most. */
export async function benchJudge(rounds: number = ROUNDS): Promise<JudgeBenchRow[]> {
  const workDir = await mkdtemp(join(tmpdir(), 'balloon-bench-'));
  const shelf = createBlobShelf();
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const open = await openWorkshop({ workDir, slots: 1, bindCores: true, blobSource: shelf.source, log });
  try {
    await open.headersReady;
    return await new JudgeBench(open, shelf, workDir, rounds).run();
  } finally {
    await open.close();
    await rm(workDir, { recursive: true, force: true });
  }
}

class JudgeBench {
  readonly #open: OpenWorkshop;
  readonly #shelf: BlobShelf;
  readonly #workDir: string;
  readonly #rounds: number;
  readonly #slot: JudgingSlot;
  #sources = 0;

  constructor(open: OpenWorkshop, shelf: BlobShelf, workDir: string, rounds: number) {
    const [slot] = open.slots;
    if (!slot) throw new Error('The bench has no slot');
    this.#open = open;
    this.#shelf = shelf;
    this.#workDir = workDir;
    this.#rounds = rounds;
    this.#slot = slot;
  }

  async run(): Promise<JudgeBenchRow[]> {
    const program = await this.#compile(this.#open.workshop, this.#newSource());
    const bareProgram = join(this.#workDir, 'bare-program');
    await copyFile(join(program.folder, 'main'), bareProgram);
    const { headers } = this.#open.workshop;
    const recipe = program.language.toolchain.precompiledHeader;
    const box = (recipe && headers.folder(recipe)) ?? '';
    const withoutHeader = { ...this.#open.workshop, headers: { ...headers, folder: () => null } };
    const tokens = problem({ kind: 'tokens' });
    const checked = problem({ kind: 'program', language: 'cpp20', source: CHECKER });
    const bareRuns = await this.#bareRuns(bareProgram, tokens);

    const taken = await inTurns(this.#rounds, {
      bareCompile: () => this.#bareCompile('/nowhere'),
      compile: () => this.#compile(withoutHeader, this.#newSource()),
      bareCompileHeader: () => this.#bareCompile(box),
      compileHeader: () => this.#compile(this.#open.workshop, this.#newSource()),
      bareRuns,
      judge: () => this.#judge(tokens, SUM),
      judgeChecked: () => this.#judge(checked, SUM),
      judgeNew: () => this.#judge(tokens, this.#newSource()),
    });
    const bareAll = median(taken.bareCompileHeader) + median(taken.bareRuns);
    return [
      row('g++ by hand, bits/stdc++.h', taken.bareCompile),
      row('compile, header as it is', taken.compile, median(taken.bareCompile)),
      row('g++ by hand, precompiled header', taken.bareCompileHeader),
      row('compile, precompiled header', taken.compileHeader, median(taken.bareCompileHeader)),
      row(`${TESTS} runs of A + B by a shell`, taken.bareRuns),
      row(`judge ${TESTS} tests, tokens`, taken.judge, median(taken.bareRuns)),
      row(`judge ${TESTS} tests, checker program`, taken.judgeChecked, median(taken.bareRuns)),
      {
        ...row(`compile and judge ${TESTS} tests`, taken.judgeNew, bareAll),
        ...atMost(median(taken.judgeNew) / bareAll, 1.25, '× bare '),
      },
      ...(await this.#largeFiles()),
    ];
  }

  /** Returns source code that no cache contains yet. */
  #newSource(): string {
    this.#sources += 1;
    return `${SUM}// ${this.#sources}\n`;
  }

  async #compile(tools: CompilerTools, source: string): Promise<Program> {
    const language = this.#open.workshop.languages.get('cpp20');
    if (!language) throw new Error('The bench needs g++');
    const bench = { container: this.#slot.program, folder: this.#slot.folder };
    const compiled = await compile(tools, bench, language, source);
    if (compiled.kind !== 'program') throw new Error(`A + B does not compile: ${JSON.stringify(compiled)}`);
    return compiled.program;
  }

  /** Compiles outside the sandbox, with the judge's own flags. */
  async #bareCompile(includeFolder: string): Promise<void> {
    const { toolchain } = this.#open.workshop.languages.get('cpp20') ?? {};
    const file = join(this.#workDir, 'bare.cpp');
    await writeFile(file, this.#newSource());
    const argv = toolchain?.compile({ text: '', fileName: file }, toolchain.options.compile) ?? [];
    const [command = '', ...args] = argv.map((arg) => (arg === '-I/box' ? `-I${includeFolder}` : arg));
    await promisify(execFile)(command, args, { cwd: this.#workDir });
  }

  /** Runs a shell that starts the program once per test: only fork, exec and the program. */
  async #bareRuns(program: string, { tests }: TestProblem): Promise<() => Promise<unknown>> {
    const lines: string[] = [];
    for (const [i, { input }] of tests.entries()) {
      const file = join(this.#workDir, `bare-${i}.in`);
      await writeFile(file, input);
      lines.push(`${program} < ${file} > ${this.#workDir}/bare-${i}.out`);
    }
    const script = join(this.#workDir, 'bare-runs.sh');
    await writeFile(script, `${lines.join('\n')}\n`);
    return () => promisify(execFile)('/bin/sh', [script]);
  }

  async #judge(given: TestProblem, source: string): Promise<void> {
    const task = taskOf(this.#shelf, given, 'cpp20', source);
    const hooks = { report: () => {}, signal: new AbortController().signal };
    const { verdict, detail } = await judgeTask(task, this.#open.workshop, this.#slot, hooks);
    if (verdict !== 'accepted') throw new Error(`A + B got ${verdict}: ${detail}`);
  }

  /** Measures a test of 100 MB: copied by `cat` in the sandbox, compared token by token, beside `cat` and `cmp`. */
  async #largeFiles(): Promise<JudgeBenchRow[]> {
    const input = Buffer.alloc(100 * 1024 * 1024, '1234567 89\n');
    const large: TestProblem = {
      ...problem({ kind: 'tokens' }),
      timeLimitMs: 10_000,
      outputLimitKb: 200 * 1024,
      tests: [{ input, answer: input }],
    };
    const copy = `#include <cstdio>
char room[1 << 16];
int main() { for (size_t n; (n = fread(room, 1, sizeof room, stdin)) > 0;) fwrite(room, 1, n, stdout); }`;
    await this.#judge(large, copy);
    const file = join(this.#workDir, 'large');
    await writeFile(file, input);
    const bare = `cat ${file} > ${file}.out && cmp ${file} ${file}.out`;
    const taken = await inTurns(3, {
      bare: () => promisify(execFile)('/bin/sh', ['-c', bare]),
      judge: () => this.#judge(large, copy),
    });
    return [
      row('cat and cmp of 100 MB by a shell', taken.bare),
      row('judge a test of 100 MB, tokens', taken.judge, median(taken.bare)),
    ];
  }
}

function problem(checker: TestProblem['checker']): TestProblem {
  const tests = Array.from({ length: TESTS }, (_, i) => ({ input: `${i} 1000\n`, answer: `${i + 1000}\n` }));
  return { timeLimitMs: 1000, memoryLimitKb: 262_144, checker, tests };
}

/** Returns milliseconds of each method, round by round; the first round warms up and does not count. */
async function inTurns<Name extends string>(
  rounds: number,
  methods: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number[]>> {
  const taken = Object.fromEntries(Object.keys(methods).map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  for (let round = -1; round < rounds; round++) {
    for (const name of Object.keys(methods) as Name[]) {
      const startedMs = performance.now();
      await methods[name]();
      if (round >= 0) taken[name].push(performance.now() - startedMs);
    }
  }
  return taken;
}

function row(what: string, values: number[], bareMs?: number): JudgeBenchRow {
  const medianMs = median(values);
  const common = { what, medianMs, p90Ms: quantile(values, 0.9) };
  return bareMs === undefined ? common : { ...common, timesBare: medianMs / bareMs };
}

if (import.meta.main) console.table(await benchJudge());
