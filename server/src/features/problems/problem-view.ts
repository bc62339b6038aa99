import { Attachments, type Problem, type SystemType } from '@balloon/contracts/problems/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { OutsideSystemType } from '@balloon/domain/outside/outside-systems.ts';
import { isLocale, type Locale, statementLocale } from '@balloon/domain/text/statement-locale.ts';
import {
  findSamples,
  findStatements,
  type StatementContent,
  type StoredProblem,
} from '#features/problems/problems.queries.ts';
import { sanitizeOutside, sanitizeStatement } from '#features/problems/sanitize-statement.ts';
import { withFileAddresses } from '#features/problems/statement-files.ts';
import { findVersionStatements, type StoredVersion } from '#features/problems/versions.queries.ts';

/** A problem to show, with the content of a version instead of its own where one is requested or pinned. */
export interface ShownProblem {
  /** Whether the reader learns where the problem comes from (`findKnownOrigins`). */
  showsOrigin: boolean;
  problem: StoredProblem;
  version: StoredVersion | null;
}

type Translated = StatementContent & { locale: string };

/** Problems as sent to readers, in the wanted language where they have it. Three queries, however many. */
export async function problemViews(
  db: Db,
  shown: readonly ShownProblem[],
  wantedLocale: Locale,
): Promise<Problem[]> {
  const presentIds = shown.flatMap(({ problem, version }) => (version ? [] : problem.id));
  const [statements, versionStatements, samples] = await Promise.all([
    findStatements(db, presentIds),
    findVersionStatements(
      db,
      shown.flatMap(({ version }) => version?.uuid ?? []),
    ),
    findSamples(
      db,
      shown.flatMap((one) => testsOf(one).testsetId ?? []),
    ),
  ]);
  return shown.map((one) => {
    const { problem, version } = one;
    const translated: Translated[] = version
      ? versionStatements.filter(({ versionUuid }) => versionUuid === version.uuid)
      : statements.filter(({ problemId }) => problemId === problem.id);
    const content = inLanguage(version ?? problem, translated, wantedLocale);
    const { testsetId, timeLimitMs, memoryLimitKb } = testsOf(one);
    const { outside } = problem;
    const languageLimits = otherLimits(testsOf(one));
    return {
      ...problemFields(one),
      ...statementFields(one, content),
      timeLimitMs: timeLimitMs ?? outside?.timeLimitMs ?? null,
      memoryLimitKb: memoryLimitKb ?? outside?.memoryLimitKb ?? null,
      ...(outside?.inputFile ? { inputFile: outside.inputFile } : {}),
      ...(outside?.outputFile ? { outputFile: outside.outputFile } : {}),
      ...(languageLimits.length > 0 ? { languageLimits } : {}),
      locale: content.locale,
      samples: content.samples ?? samples.filter((sample) => sample.testsetId === testsetId).map(sampleView),
    };
  });
}

/** Source of limits and samples: a version without tests is judged by those of the problem. */
const testsOf = ({ problem, version }: Pick<ShownProblem, 'problem' | 'version'>) =>
  version?.testsetId ? version : problem;

/** Limits of the languages that differ from the problem's, in the order of `LANGUAGES`. */
function otherLimits({ timeLimitMs, memoryLimitKb, languageLimits }: LimitedContent) {
  return Object.entries(LANGUAGES).flatMap(([key, { name }]) => {
    const own = languageLimits && Object.hasOwn(languageLimits, key) ? languageLimits[key] : undefined;
    const differs = own && (own.timeLimitMs !== timeLimitMs || own.memoryLimitKb !== memoryLimitKb);
    return differs ? [{ name, timeLimitMs: own.timeLimitMs, memoryLimitKb: own.memoryLimitKb }] : [];
  });
}
type LimitedContent = Pick<StoredProblem, 'timeLimitMs' | 'memoryLimitKb' | 'languageLimits'>;

function inLanguage(
  own: StatementContent,
  translated: readonly Translated[],
  wanted: Locale,
): StatementContent & { locale: Locale | null } {
  const locale = statementLocale(wanted, translated.map((statement) => statement.locale).filter(isLocale));
  const statement = translated.find((candidate) => candidate.locale === locale);
  const { title, htmlStatement, attachments, samples } = statement ?? own;
  return { title, htmlStatement, attachments, samples, locale: locale ?? null };
}

function problemFields({ problem, showsOrigin }: ShownProblem) {
  const { id, foreignProblemIdentifier } = problem;
  const sourceUrl = problem.sourceUrl ?? problem.outside?.url ?? null;
  return {
    id,
    systemType: problem.systemType as SystemType, // the contract's list is the table's
    foreignProblemIdentifier: showsOrigin ? foreignProblemIdentifier : '', // older clients need the field
    ...(showsOrigin && sourceUrl !== null ? { sourceUrl } : {}),
    createdAt: problem.createdAt.toISOString(),
    updatedAt: problem.updatedAt.toISOString(),
  };
}

function statementFields(one: ShownProblem, { title, htmlStatement, attachments }: StatementContent) {
  const html = withFileAddresses(htmlStatement, one.problem.id);
  const { systemType } = one.problem;
  const safe = safeAttachments(attachments);
  if (systemType === 'balloon') return { title, htmlStatement: sanitizeStatement(html), attachments: safe };
  return {
    title,
    htmlStatement: sanitizeOutside(html, systemType as OutsideSystemType, one.showsOrigin),
    attachments: one.showsOrigin ? safe : attachmentsWithoutOrigin(safe, one.problem),
  };
}

/** Attachments without what a scan may have noted, and without files that lie at the system. */
function attachmentsWithoutOrigin(
  { config, files, content }: Attachments,
  { sourceUrl, outside }: StoredProblem,
): Attachments {
  const origins = [sourceUrl, outside?.url, outside?.serverUrl].flatMap((url) => hostOf(url ?? '') ?? []);
  const isThere = (address = '') => origins.includes(hostOf(address) ?? '');
  return {
    ...(config ? { config } : {}),
    ...(content ? { content } : {}),
    ...(files
      ? {
          files: files.filter(
            ({ url, embedUrl, downloadUrl }) => ![url, embedUrl, downloadUrl].some((each) => isThere(each)),
          ),
        }
      : {}),
  };
}

const hostOf = (address: string) => URL.parse(address)?.host;

/** Attachments without unsafe addresses: files become links, so only http and https are kept. */
export function safeAttachments(stored: object): Attachments {
  const parsed = Attachments.safeParse(stored);
  if (!parsed.success) return {}; // written by an older version or by hand
  const { files, ...rest } = parsed.data;
  if (!files) return rest;
  return {
    ...rest,
    files: files.filter(({ url, embedUrl, downloadUrl }) =>
      [url, embedUrl, downloadUrl].every((address) => address === undefined || isLoadable(address)),
    ),
  };
}

function isLoadable(address: string): boolean {
  // A base makes relative addresses complete; those of our own site are fine.
  const protocol = URL.parse(address, 'https://here.invalid')?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

const SAMPLE_BYTES = 10 * 1024;

/** A sample as it is shown: huge files are cut. */
export function sampleView({ input, output }: { input: Buffer | null; output: Buffer | null }) {
  return { input: sampleText(input), output: sampleText(output) };
}

function sampleText(content: Buffer | null): string {
  if (content === null) return ''; // an empty file has no chunks
  if (content.length <= SAMPLE_BYTES) return content.toString('utf8');
  return `${content.subarray(0, SAMPLE_BYTES).toString('utf8')}\n…`;
}
