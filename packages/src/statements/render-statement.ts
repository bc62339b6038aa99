import type { PackageStatement, ProblemPackage } from '#problem-package.ts';
import { finishHtml } from '#statements/finish-html.ts';
import { renderInteractions } from '#statements/interactions.ts';
import type { Remarks } from '#statements/remarks.ts';
import type { RenderedStatement, Sample } from '#statements/rendered-statement.ts';
import {
  type Version,
  versionOfFile,
  versionOfParts,
  versionOfPdf,
  withPdf,
} from '#statements/statement-versions.ts';

/** Largest numbers of characters of a title and of samples, as the database stores them. */
const MAX_TITLE = 300;
const MAX_SAMPLES = 50;

/** Source of a rendered statement, besides itself: other forms of it and the samples that are shown. */
export type StatementSource = Pick<ProblemPackage, 'statements' | 'shownSamples'>;

/**
 * Renders the statement of a package in one language as HTML, from the best form in the package, whichever form is
 * given. Never fails: parts that cannot be shown properly are shown as readable text with a remark.
 *
 * Polygon's parts in TeX come before the HTML that Polygon made of them: TeX gives formulas that a screen reader can
 * read and that look alike in all statements, where old packages' HTML has italics and pictures. That HTML is used
 * when there are no parts, or when the parts need an unsupported feature: an unknown macro, a drawing, a picture in EPS
 * (which Polygon converted to PNG).
 */
export async function renderStatement(
  statement: PackageStatement,
  pkg: StatementSource,
): Promise<RenderedStatement> {
  const version = await bestVersion(formsOf(statement, pkg));
  const { words, files, remarks } = version.context;
  const interactions = pkg.shownSamples?.flatMap(({ interaction }) => interaction ?? []) ?? [];
  const samples = pkg.shownSamples?.filter(({ interaction }) => interaction === undefined) ?? version.samples;
  return {
    language: statement.language,
    title: (version.title || statement.title).slice(0, MAX_TITLE),
    html: version.html + finishHtml(renderInteractions(interactions, words), remarks),
    files: files.used,
    samples: samples?.slice(0, MAX_SAMPLES).map(withPlainLineEnds) ?? null,
    remarks: remarks.list,
  };
}

/** Lists all forms in the statement's language, the given one first. */
function formsOf(statement: PackageStatement, { statements }: StatementSource): PackageStatement[] {
  const others = statements.filter((each) => each !== statement && each.language === statement.language);
  return [statement, ...others];
}

/** Chooses the first version in which nothing is lost; otherwise the first one, with a link to the PDF if present. */
async function bestVersion(forms: readonly PackageStatement[]): Promise<Version> {
  const versions: Version[] = [];
  for (const render of candidates(forms)) {
    const version = await render();
    if (!version.context.remarks.hasLost) {
      for (const { context } of versions) passOver(context.remarks, version.context.remarks);
      return withSamples(version, forms);
    }
    versions.push(version);
  }
  const pdf = forms.find(({ kind }) => kind === 'pdf');
  // A link to the PDF is better than a version that shows nothing.
  const best = versions.find(({ html }) => html !== '') ?? versions[0];
  if (best === undefined) return versionOfPdf(pdf ?? (forms[0] as PackageStatement));
  return withSamples(pdf === undefined ? best : withPdf(best, pdf), forms);
}

/**
 * Passes the remarks of a version that is not shown on as notes: the shown form has the missing parts, but the author
 * may want to know.
 */
function passOver(left: Remarks, taken: Remarks): void {
  for (const { text } of left.list) taken.note(`shown in place of the TeX, in which ${text}`);
}

/** Lists ways to show the statement, the preferred one first. */
function candidates(forms: readonly PackageStatement[]): (() => Promise<Version>)[] {
  const withParts = forms.filter(({ sections }) => sections !== null);
  const ofKind = (kind: PackageStatement['kind']) => forms.filter((form) => form.kind === kind);
  return [
    ...withParts.map((form) => () => versionOfParts(form)),
    ...ofKind('html').map((form) => () => versionOfFile(form)),
    ...ofKind('markdown').map((form) => () => versionOfFile(form)),
    // When there are parts, the whole TeX would lose the same things.
    ...(withParts.length > 0 ? [] : ofKind('tex').map((form) => () => versionOfFile(form))),
  ];
}

/** Adds samples, which Polygon keeps with a statement's parts. */
function withSamples(version: Version, forms: readonly PackageStatement[]): Version {
  const stated = forms.find(({ sections }) => (sections?.samples.length ?? 0) > 0)?.sections?.samples;
  return { ...version, samples: stated ?? version.samples };
}

const withPlainLineEnds = ({ input, output }: Sample): Sample => ({
  input: input.replace(/\r\n?/g, '\n'),
  output: output.replace(/\r\n?/g, '\n'),
});
