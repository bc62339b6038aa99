import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import type { PackageStatement } from '#problem-package.ts';
import { findHtmlExcess } from '#statements/bounds/html-excess.ts';
import { findMarkdownExcess } from '#statements/bounds/markdown-excess.ts';
import { finishHtml } from '#statements/finish-html.ts';
import { renderMarkdown } from '#statements/markdown.ts';
import { plainBlocks } from '#statements/plain-statement.ts';
import { renderPolygonHtml } from '#statements/polygon-html.ts';
import { renderSections } from '#statements/polygon-sections.ts';
import { readStatementText } from '#statements/read-text.ts';
import { startRemarks } from '#statements/remarks.ts';
import type { Sample } from '#statements/rendered-statement.ts';
import { openStatementFiles } from '#statements/statement-files.ts';
import { renderTex, type TexContext } from '#statements/tex/render-tex.ts';
import { wordsOf } from '#statements/words.ts';

/** Rendering of one form of a statement, with the remarks on it. */
export interface Version {
  html: string;
  /** Title; null when the text has none. */
  title: string | null;
  /** Samples; null when the text has none. */
  samples: readonly Sample[] | null;
  context: TexContext;
}

/** Renders Polygon's parts. */
export function versionOfParts(form: PackageStatement): Promise<Version> {
  return versionOf(form, async (context) => ({
    blocks: form.sections === null ? [] : await renderSections(form.sections, context),
  }));
}

/** Renders the statement's file: TeX, Markdown or HTML. */
export function versionOfFile(form: PackageStatement): Promise<Version> {
  return versionOf(form, async (context) => {
    const text = await readStatementText(form.main.path);
    if (form.kind === 'tex') return renderTex(text, context);
    const isMarkdown = form.kind === 'markdown';
    const excess = isMarkdown ? findMarkdownExcess(text) : findHtmlExcess(text, 'page');
    if (excess !== null) throw new Error(excess);
    return isMarkdown ? { blocks: renderMarkdown(text, context) } : renderPolygonHtml(text, context);
  });
}

/** Makes a link to the statement as PDF. */
export function versionOfPdf(form: PackageStatement): Promise<Version> {
  return versionOf(form, async (context) => ({ blocks: [linkToPdf(form, context)] }));
}

/** Adds a link to the statement as PDF below a version. */
export function withPdf(version: Version, pdf: PackageStatement): Version {
  const { context } = version;
  return { ...version, html: version.html + finishHtml([linkToPdf(pdf, context)], context.remarks) };
}

interface Rendered {
  blocks: readonly ElementContent[];
  title?: string | null;
  samples?: readonly Sample[];
}

/** Largest length of the HTML in characters; only a source whose macros multiply text exceeds that. */
const HTML_MAX = 2_000_000;

/** Renders a version. Any failure, such as a missing file or extreme nesting, becomes a remark. */
async function versionOf(
  form: PackageStatement,
  render: (context: TexContext) => Promise<Rendered>,
): Promise<Version> {
  const { main, resources, language } = form;
  const remarks = startRemarks(main.inPackage);
  const context = { words: wordsOf(language), files: openStatementFiles(resources), remarks };
  try {
    const { blocks, title = null, samples = [] } = await render(context);
    const html = finishHtml(blocks, remarks);
    if (html.length > HTML_MAX) throw new Error(`it becomes larger than ${HTML_MAX} characters`);
    return { html, title, samples: samples.length > 0 ? samples : null, context };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    remarks.lose(`cannot be converted (${reason}); it shows as plain text`);
    return { html: finishHtml(await plainBlocks(form), remarks), title: null, samples: null, context };
  }
}

const linkToPdf = ({ main }: PackageStatement, { files, words }: TexContext) =>
  h('p', h('a', { href: files.addressOf(main), className: ['statement-file'] }, words.pdf));
