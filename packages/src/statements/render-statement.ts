import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import type { PackageStatement, ProblemPackage } from '#problem-package.ts';
import { finishHtml } from '#statements/finish-html.ts';
import { renderInteractions } from '#statements/interactions.ts';
import { renderMarkdown } from '#statements/markdown.ts';
import { renderPolygonHtml } from '#statements/polygon-html.ts';
import { renderSections } from '#statements/polygon-sections.ts';
import { readStatementText } from '#statements/read-text.ts';
import { type Remarks, startRemarks } from '#statements/remarks.ts';
import type { RenderedStatement, Sample } from '#statements/rendered-statement.ts';
import { openStatementFiles } from '#statements/statement-files.ts';
import { renderTex, type TexContext } from '#statements/tex/render-tex.ts';
import { wordsOf } from '#statements/words.ts';

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
  const forms = formsOf(statement, pkg);
  const version = await bestVersion(forms);
  const { context } = version;
  const shown = pkg.shownSamples ?? version.samples;
  const interactions = pkg.shownSamples?.flatMap(({ interaction }) => interaction ?? []) ?? [];
  const samples = shown?.filter(
    (sample: Sample & { interaction?: string }) => sample.interaction === undefined,
  );
  const blocks = [...version.blocks, ...renderInteractions(interactions, context.words)];
  return {
    language: statement.language,
    title: version.title || statement.title,
    html: finishHtml(blocks, context.remarks),
    files: context.files.used,
    samples:
      samples?.map(({ input, output }) => ({ input: asLines(input), output: asLines(output) })) ?? null,
    remarks: context.remarks.list,
  };
}

/** One way of showing a statement, and what came to light on the way. */
interface Version {
  blocks: ElementContent[];
  title: string | null;
  samples: readonly Sample[] | null;
  context: TexContext;
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
  const [best] = versions;
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

async function versionOfParts(form: PackageStatement): Promise<Version> {
  const context = contextOf(form);
  const blocks = form.sections === null ? [] : await renderSections(form.sections, context);
  return { blocks, title: null, samples: null, context };
}

async function versionOfFile(form: PackageStatement): Promise<Version> {
  const context = contextOf(form);
  try {
    const text = await readStatementText(form.main.path);
    if (form.kind === 'markdown')
      return { blocks: renderMarkdown(text, context), title: null, samples: null, context };
    const rendered = form.kind === 'tex' ? await renderTex(text, context) : renderPolygonHtml(text, context);
    return { ...rendered, samples: rendered.samples.length > 0 ? rendered.samples : null, context };
  } catch (error) {
    context.remarks.lose(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return { blocks: [], title: null, samples: null, context };
  }
}

function versionOfPdf(form: PackageStatement): Version {
  const context = contextOf(form);
  return { blocks: [linkToPdf(form, context)], title: null, samples: null, context };
}

const withPdf = (version: Version, pdf: PackageStatement): Version => ({
  ...version,
  blocks: [...version.blocks, linkToPdf(pdf, version.context)],
});

const linkToPdf = ({ main }: PackageStatement, { files, words }: TexContext) =>
  h('p', h('a', { href: files.addressOf(main), className: ['statement-file'] }, words.pdf));

/** Polygon keeps the samples of a statement with its parts. */
function withSamples(version: Version, forms: readonly PackageStatement[]): Version {
  const stated = forms.find(({ sections }) => (sections?.samples.length ?? 0) > 0)?.sections?.samples;
  return { ...version, samples: stated ?? version.samples };
}

function contextOf({ main, resources, language }: PackageStatement): TexContext {
  const remarks: Remarks = startRemarks(main.inPackage);
  return { words: wordsOf(language), files: openStatementFiles(resources), remarks };
}

const asLines = (text: string) => text.replace(/\r\n?/g, '\n');
