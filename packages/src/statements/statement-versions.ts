import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import type { PackageStatement } from '#problem-package.ts';
import { finishHtml } from '#statements/finish-html.ts';
import { renderMarkdown } from '#statements/markdown.ts';
import { renderPolygonHtml } from '#statements/polygon-html.ts';
import { renderSections } from '#statements/polygon-sections.ts';
import { readStatementText } from '#statements/read-text.ts';
import { startRemarks } from '#statements/remarks.ts';
import type { Sample } from '#statements/rendered-statement.ts';
import { openStatementFiles } from '#statements/statement-files.ts';
import { renderTex, type TexContext } from '#statements/tex/render-tex.ts';
import { wordsOf } from '#statements/words.ts';

/** One way of showing a statement, and what came to light on the way. */
export interface Version {
  html: string;
  /** Null: the text tells none. */
  title: string | null;
  /** Null: the text has none. */
  samples: readonly Sample[] | null;
  context: TexContext;
}

/** Out of Polygon's parts. */
export function versionOfParts(form: PackageStatement): Promise<Version> {
  return versionOf(form, async (context) => ({
    blocks: form.sections === null ? [] : await renderSections(form.sections, context),
  }));
}

/** Out of the statement's file: TeX, Markdown or HTML. */
export function versionOfFile(form: PackageStatement): Promise<Version> {
  return versionOf(form, async (context) => {
    const text = await readStatementText(form.main.path);
    if (form.kind === 'markdown') return { blocks: renderMarkdown(text, context) };
    return form.kind === 'tex' ? renderTex(text, context) : renderPolygonHtml(text, context);
  });
}

/** A link to the statement as PDF. */
export function versionOfPdf(form: PackageStatement): Promise<Version> {
  return versionOf(form, async (context) => ({ blocks: [linkToPdf(form, context)] }));
}

/** The same with a link to the statement as PDF below it. */
export function withPdf(version: Version, pdf: PackageStatement): Version {
  const { context } = version;
  return { ...version, html: version.html + finishHtml([linkToPdf(pdf, context)], context.remarks) };
}

interface Rendered {
  blocks: readonly ElementContent[];
  title?: string | null;
  samples?: readonly Sample[];
}

/** Whatever goes wrong, such as a missing file or elements nested beyond reason, is lost with a remark. */
async function versionOf(
  form: PackageStatement,
  render: (context: TexContext) => Promise<Rendered>,
): Promise<Version> {
  const { main, resources, language } = form;
  const remarks = startRemarks(main.inPackage);
  const context = { words: wordsOf(language), files: openStatementFiles(resources), remarks };
  try {
    const { blocks, title = null, samples = [] } = await render(context);
    return {
      html: finishHtml(blocks, remarks),
      title,
      samples: samples.length > 0 ? samples : null,
      context,
    };
  } catch (error) {
    remarks.lose(`cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
    return { html: '', title: null, samples: null, context };
  }
}

const linkToPdf = ({ main }: PackageStatement, { files, words }: TexContext) =>
  h('p', h('a', { href: files.addressOf(main), className: ['statement-file'] }, words.pdf));
