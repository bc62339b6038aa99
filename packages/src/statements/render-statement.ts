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

/** As many characters and samples as a problem has room for. */
const MAX_TITLE = 300;
const MAX_SAMPLES = 50;

/**
 * The statement of a package in one language as HTML, out of the best form that the package has it in, whichever
 * of them is given. It does not fail: what cannot be shown as it was meant shows as readable text with a remark.
 *
 * Polygon's parts in TeX come before the HTML that Polygon made of them: out of TeX come formulas that a screen
 * reader can read and that look alike in all statements, where old packages' HTML has italics and pictures.
 * That HTML is used where there are no parts, or where they need what we have not: an unknown macro, a drawing, a
 * picture in EPS (Polygon made PNG of it).
 */
export async function renderStatement(
  statement: PackageStatement,
  pkg: ProblemPackage,
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

/** Everything the package has in the statement's language, the given one first. */
function formsOf(statement: PackageStatement, { statements }: ProblemPackage): PackageStatement[] {
  const others = statements.filter((each) => each !== statement && each.language === statement.language);
  return [statement, ...others];
}

/** The first version in which nothing is lost; else the first one, with the PDF beside it if there is one. */
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
  // A version that shows nothing is no better than the link.
  const best = versions.find(({ html }) => html !== '') ?? versions[0];
  if (best === undefined) return versionOfPdf(pdf ?? (forms[0] as PackageStatement));
  return withSamples(pdf === undefined ? best : withPdf(best, pdf), forms);
}

/** Another form shows what this one has not; its author may still want to know. */
function passOver(left: Remarks, taken: Remarks): void {
  for (const { text } of left.list) taken.note(`shown in place of the TeX, in which ${text}`);
}

/** Ways to show the statement, the preferred one first. */
function candidates(forms: readonly PackageStatement[]): (() => Promise<Version>)[] {
  const withParts = forms.filter(({ sections }) => sections !== null);
  const ofKind = (kind: PackageStatement['kind']) => forms.filter((form) => form.kind === kind);
  return [
    ...withParts.map((form) => () => versionOfParts(form)),
    ...ofKind('html').map((form) => () => versionOfFile(form)),
    ...ofKind('markdown').map((form) => () => versionOfFile(form)),
    // With parts at hand, the whole TeX would only lose the same things once more.
    ...(withParts.length > 0 ? [] : ofKind('tex').map((form) => () => versionOfFile(form))),
  ];
}

/** Polygon keeps the samples of a statement with its parts. */
function withSamples(version: Version, forms: readonly PackageStatement[]): Version {
  const stated = forms.find(({ sections }) => (sections?.samples.length ?? 0) > 0)?.sections?.samples;
  return { ...version, samples: stated ?? version.samples };
}

const withPlainLineEnds = ({ input, output }: Sample): Sample => ({
  input: input.replace(/\r\n?/g, '\n'),
  output: output.replace(/\r\n?/g, '\n'),
});
