/** Writes every test again, inputs from the tables here and answers by `main.cpp`: `npm run -w sample generate`. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROBLEM_INPUTS } from '#generate/all-inputs.ts';
import { compileTrusted, referenceAnswer } from '#generate/reference.ts';
import { SAMPLE_PROBLEMS_FOLDER, testName } from '#read-sample.ts';

async function writeTests(slug: string, inputs: readonly string[], programFolder: string): Promise<void> {
  const root = path.join(SAMPLE_PROBLEMS_FOLDER, slug);
  const tests = path.join(root, 'tests');
  const main = await compileTrusted(path.join(root, 'solutions', 'main.cpp'), programFolder);
  await rm(tests, { recursive: true, force: true });
  await mkdir(tests);
  for (const [index, input] of inputs.entries()) {
    const name = path.join(tests, testName(index + 1));
    await writeFile(`${name}.in`, input);
    await writeFile(`${name}.ans`, await referenceAnswer(main, Buffer.from(input)));
  }
}

const programFolder = await mkdtemp(path.join(tmpdir(), 'sample-generate-'));
try {
  for (const [slug, { make }] of Object.entries(PROBLEM_INPUTS)) {
    const inputs = make();
    await writeTests(slug, inputs, programFolder);
    console.log(`${slug}: ${inputs.length} tests`);
  }
} finally {
  await rm(programFolder, { recursive: true });
}
