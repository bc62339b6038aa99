import type { JobProblem, ReadProblem, WantedProblem } from '@balloon/contracts/outside/relay-jobs.ts';
import { OutsideError } from '#failures.ts';
import { isUnchanged, type PageValidator, recordPages } from '#http/record-pages.ts';
import type { ForeignProblem, ForeignStatement } from '#outside-system.ts';
import { contentHashOf, hashWithout } from '#relay/jobs/content-hash.ts';
import { type JobWork, systemOf } from '#relay/jobs/job-work.ts';
import type { Languages } from '#relay/jobs/languages.ts';
import { embeddedPictures, type PictureSource } from '#relay/jobs/picture-source.ts';
import { openStatementFiles, type StatementFiles } from '#relay/jobs/statement-files.ts';
import { fit, recognise } from '#relay/tell-failure.ts';

/** What is read beside the problems of a job. */
export interface Beside {
  languages: Languages;
  pictures: PictureSource;
}

/** Bounds of the contract. */
const MAX_STATEMENTS = 4;
const MAX_SAMPLES = 50;
const MAX_HTML = 4_000_000;
const MAX_COUNT = 2_147_483_647;

/**
 * Reads a problem with its pictures, which are stored before it is told. What has not changed is read as little as
 * possible: not at all where its pages say so, and without pictures where its text is the same.
 */
export async function readOneProblem(
  work: JobWork,
  wanted: WantedProblem,
  { languages, pictures }: Beside,
): Promise<JobProblem['found']> {
  const system = systemOf(work);
  const foreignId = system.readId(wanted.foreignId);
  if (foreignId === null)
    throw new OutsideError(
      'refused',
      `${wanted.foreignId} names no problem of ${work.job.server.systemType}`,
    );
  // Pages that have not changed say nothing of the languages.
  if (!system.hasLanguagesPerProblem && (await isSameByItsPages(work, wanted))) return { outcome: 'same' };
  const { problem, pages } = await work.read(async (session) => {
    const recorded = recordPages(session.http);
    const problem = await system.readProblem({ ...session, http: recorded.http }, foreignId);
    return { problem, pages: recorded.pages() };
  });
  const ownLanguages = await languages.ofProblem(foreignId);
  const validators = pages && withoutSecrets(pages, work);
  const facts = { languages: ownLanguages, contentSha256: contentHashOf(problem), validators };
  if (facts.contentSha256 === wanted.contentSha256) return sameProblem(work, problem, facts);
  const files = openStatementFiles(work, pictures);
  const told = await toldProblem(problem, files);
  const missing = files.missing();
  if (missing.length > 0)
    Object.assign(facts, { contentSha256: hashWithout(facts.contentSha256, missing), validators: null });
  if (facts.contentSha256 === wanted.contentSha256) return { outcome: 'same' };
  await files.store();
  return { outcome: 'read', problem: { ...told, ...facts } };
}

type Facts = Pick<ReadProblem, 'languages' | 'contentSha256' | 'validators'>;

/**
 * Tells a problem that has not changed. Where it has languages of its own, it is told as read: the web takes them, and
 * knows by the hash that the statement is the one it has, pictures and all.
 */
async function sameProblem(
  work: JobWork,
  problem: ForeignProblem,
  facts: Facts,
): Promise<JobProblem['found']> {
  if (facts.languages === null) return { outcome: 'same' };
  const files = openStatementFiles(work, embeddedPictures);
  return { outcome: 'read', problem: { ...(await toldProblem(problem, files)), ...facts } };
}

/** Asks for the pages of an earlier reading on condition that they have changed, each in a turn of its own. */
async function isSameByItsPages({ turn, signal }: JobWork, wanted: WantedProblem): Promise<boolean> {
  const { contentSha256, validators } = wanted;
  if (contentSha256 === null || validators === null || validators.length === 0) return false;
  for (const page of validators) {
    const isSame = await turn(({ http }) => isUnchanged(http, page)).catch((error: unknown) => {
      signal.throwIfAborted();
      const { kind } = recognise(error);
      if (kind === 'down' || kind === 'rate') throw error;
      return false;
    });
    if (!isSame) return false;
  }
  return true;
}

/** Addresses that carry a secret are not kept. */
const withoutSecrets = (pages: PageValidator[], { desk }: JobWork): PageValidator[] | null =>
  pages.every(({ url }) => desk.redact(url) === url) ? pages : null;

type Told = Omit<ReadProblem, keyof Facts>;

async function toldProblem(problem: ForeignProblem, files: StatementFiles): Promise<Told> {
  const { foreignId, pdf, author, source, tags, url, inputFile, outputFile } = problem;
  const statements: Told['statements'] = [];
  for (const statement of problem.statements.slice(0, MAX_STATEMENTS))
    statements.push(await toldStatement(foreignId, statement, files));
  return {
    ...{ foreignId, statements, inputFile, outputFile },
    pdf: pdf && files.addDocument(pdf),
    timeLimitMs: countOf(problem.timeLimitMs),
    memoryLimitKb: countOf(problem.memoryLimitKb),
    author: author && fit(author, 1_000),
    source: source && fit(source, 1_000),
    tags: tags.slice(0, 20).map((tag) => fit(tag, 60)),
    url: url.slice(0, 2_000),
  };
}

async function toldStatement(
  foreignId: string,
  { language, title, html: original, samples }: ForeignStatement,
  files: StatementFiles,
): Promise<Told['statements'][number]> {
  const { html, files: shown } = await files.bringPictures(original);
  if (html.length > MAX_HTML)
    throw new OutsideError('drift', `The statement has ${html.length} characters, the most are ${MAX_HTML}`);
  return {
    ...{ language, html, files: shown },
    title: fit(title, 300) || foreignId,
    samples: samples.slice(0, MAX_SAMPLES).map(({ input, output }) => ({ input, output })),
  };
}

const countOf = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Math.min(MAX_COUNT, Math.max(0, Math.round(value)));
