import { createHash } from 'node:crypto';
import type { ImportedProblem } from '@balloon/contracts/judging/imported-problem.ts';
import type { ClaimedWork } from '@balloon/contracts/judging/leases.ts';
import { type ImportTask, MissingBlobsReply } from '@balloon/contracts/judging/package-import.ts';
import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { TEST_JUDGE_TOKEN } from '#testing/test-server.ts';

export const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Judge that uses the protocol of imports and builds what the test gives it. */
export interface TestImporter {
  judge: TestJudge;
  claim(waitMs?: number): Promise<ImportTask | null>;
  mustClaim(): Promise<ImportTask>;
  /** Sends a call about a task; gives status and body. */
  tell(
    task: ImportTask,
    call: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  upload(task: ImportTask, content: string, as?: string): Promise<number>;
  /** Uploads what is missing and delivers the result. */
  deliver(
    task: ImportTask,
    built: { report?: PackageReport; problem?: ImportedProblem | null },
  ): ReturnType<TestImporter['tell']>;
}

export async function startTestImporter(url: string, name = 'importer'): Promise<TestImporter> {
  const judge = await startTestJudge(url, name);
  const taskOf = (work: ClaimedWork | null) => (work?.kind === 'import' ? work.task : null);
  const claim = async (waitMs = 0) => taskOf(await judge.claimAny(['import'], waitMs));
  const tell: TestImporter['tell'] = async ({ importId, fence }, call, body = {}) => {
    const name = SHARED_CALLS.includes(call) ? call : `imports/${call}`;
    const reply = await judge.send(name, { judgeId: judge.judgeId, importId, fence, ...body });
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
  };
  const upload: TestImporter['upload'] = async ({ importId, fence }, content, as = hashOf(content)) => {
    const address = `${url}/api/judge/blobs/${as}?importId=${importId}&fence=${fence}`;
    const headers = {
      authorization: `Bearer ${TEST_JUDGE_TOKEN}`,
      'content-type': 'application/octet-stream',
    };
    return (await fetch(address, { method: 'PUT', headers, body: content })).status;
  };
  return {
    judge,
    claim,
    async mustClaim() {
      const task = taskOf(await judge.mustClaimAny(['import']));
      if (!task) throw new Error('No import to claim');
      return task;
    },
    tell,
    upload,
    async deliver(task, { report = REPORT, problem = PROBLEM }) {
      const { body } = await tell(task, 'missing-blobs', { blobs: CONTENTS.map(hashOf) });
      const { missing } = MissingBlobsReply.parse(body);
      for (const content of CONTENTS) if (missing.includes(hashOf(content))) await upload(task, content);
      return tell(task, 'result', { report, problem });
    },
  };
}

/** Calls that are the same for every kind of work. */
const SHARED_CALLS = ['progress', 'release'];

const FILES = {
  input: '1 2\n',
  answer: '3\n',
  checker: 'int main(){}',
  picture: 'PNG',
  drawing: '<svg/>',
  explanation: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  grader: 'h',
};
const CONTENTS = Object.values(FILES);

const statementFile = (name: string, content: string, mediaType: string) => ({
  name,
  sha256: hashOf(content),
  bytes: content.length,
  mediaType,
});

/** A problem with a bit of everything. */
export const PROBLEM: ImportedProblem = {
  format: 'polygon',
  shortName: 'sum',
  revision: 7,
  sourceUrl: 'https://polygon.example.org/p1/author/sum;session=1?x=2',
  statements: [
    {
      language: 'en',
      title: 'Sum',
      html: '<p onclick="x()">Add <img src="problem-file:fig.png"> <a href="problem-file:fig.svg">it</a></p>',
      files: [
        statementFile('fig.png', FILES.picture, 'image/png'),
        statementFile('fig.svg', FILES.drawing, 'image/svg+xml'),
      ],
      samples: [{ input: '5 5', output: '10' }],
    },
    { language: 'ru', title: 'Сумма', html: '<p>Сложите</p>', files: [], samples: null },
    { language: 'sv', title: 'Summa\u0000', html: '<p>Addera</p>', files: [], samples: null },
  ],
  attachments: [statementFile('lib/grader.h', FILES.grader, 'text/html')],
  rules: {
    timeLimitMs: 1500,
    memoryLimitKb: 65_536,
    outputLimitKb: 1024,
    checker: {
      kind: 'program',
      protocol: 'testlib',
      program: {
        language: 'cpp17',
        files: [{ path: 'check.cpp', sha256: hashOf(FILES.checker), bytes: FILES.checker.length }],
        sources: ['check.cpp'],
      },
      flags: [],
    },
    interactor: null,
    passes: 1,
    inputFile: null,
    outputFile: null,
    graders: [],
    scoring: false,
    groups: [],
  },
  tests: [
    {
      number: 1,
      inputSha256: hashOf(FILES.input),
      answerSha256: hashOf(FILES.answer),
      isSample: true,
      points: null,
      group: null,
      flags: null,
      description: 'the sample',
      picture: { sha256: hashOf(FILES.explanation), mediaType: 'image/svg+xml' },
    },
  ],
};

export const REPORT: PackageReport = {
  package: 'sum.zip',
  format: 'polygon',
  title: 'Sum',
  outcome: 'agrees',
  timeLimitMs: 1500,
  isTimeLimitMeasured: false,
  memoryLimitKb: 65_536,
  testsNumber: 1,
  generatedTestsNumber: 0,
  findings: [],
  solutions: [
    {
      file: 'solutions/main.cpp',
      label: 'main',
      language: 'C++17',
      expected: 'AC',
      got: 'AC',
      seen: ['AC'],
      agrees: 'yes',
      test: null,
      timeMs: 1,
      memoryKb: 1000,
      score: null,
      detail: null,
    },
  ],
};
