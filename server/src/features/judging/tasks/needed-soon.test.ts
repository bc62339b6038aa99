import { createHash } from 'node:crypto';
import { storeBlob } from '@balloon/database/blobs.ts';
import { expect, onTestFinished, test } from 'vitest';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const fileOf = (content: string) => ({
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: content.length,
});

/** Problem with a checker of its own and one test, all with contents of its own. */
async function givenProblem({ given, services }: TestServer, name: string): Promise<number> {
  const problemId = await given.problem();
  await services.db.transaction().execute(async (tx) => {
    const source = `checker of ${name}`;
    const files = [
      { path: 'check.cpp', sha256: await storeBlob(tx, Buffer.from(source)), bytes: source.length },
    ];
    await storeTestset(tx, problemId, {
      timeLimitMs: 1000,
      memoryLimitKb: 65_536,
      checker: {
        kind: 'program',
        protocol: 'testlib',
        program: { language: 'cpp20', files, sources: ['check.cpp'] },
        flags: [],
      },
      tests: [{ input: Buffer.from(`input of ${name}`), answer: Buffer.from(`answer of ${name}`) }],
    });
  });
  return problemId;
}

test('a judge hears of the files of contests that run or begin soon, in the order of need', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const contest = async (name: string, startsInMin: number, isEnabled = true) => {
    const problems = [await givenProblem(server, name)];
    await server.given.contest({ startsInMin, durationMin: 60, practiceMin: 60, problems, isEnabled });
  };
  await contest('soon', 10);
  await contest('running', -10);
  await contest('tomorrow', 24 * 60);
  await contest('in practice', -70);
  await contest('disabled', -10, false);
  const judge = await startTestJudge(server.url);

  const files = await judge.neededSoon();

  const contentsOf = (name: string) => [
    [fileOf(`checker of ${name}`)],
    [fileOf(`input of ${name}`), fileOf(`answer of ${name}`)].toSorted((a, b) =>
      a.sha256 < b.sha256 ? -1 : 1,
    ),
  ];
  expect(files).toEqual([...contentsOf('running'), ...contentsOf('soon')].flat());
});
