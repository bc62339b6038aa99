import type { Element, ElementContent, Root } from 'hast';
import { raw } from 'hast-util-raw';
import { h } from 'hastscript';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { classesOf, displayFormula, inlineFormula } from '#statements/formulas.ts';
import { plainText, textNode } from '#statements/hast.ts';
import { picture } from '#statements/picture.ts';
import type { Remarks } from '#statements/remarks.ts';
import type { StatementFiles } from '#statements/statement-files.ts';

interface MarkdownContext {
  files: StatementFiles;
  remarks: Remarks;
}

const PIPELINE = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkRehype, { allowDangerousHtml: true });

/** Marks for samples in Kattis' texts; the page shows samples under the statement. */
const SAMPLE_MARKS = /^[ \t]*\{\{\s*(?:nextsample|remainingsamples)\s*\}\}[ \t]*$/gm;

/**
 * Renders Markdown of ICPC packages: CommonMark with tables, footnotes, formulas, HTML and attributes of pictures.
 */
export function renderMarkdown(source: string, context: MarkdownContext): ElementContent[] {
  const tree = PIPELINE.runSync(PIPELINE.parse(source.replace(SAMPLE_MARKS, '')));
  // Pieces of HTML between Markdown become elements.
  const root = raw(tree) as Root;
  return withPictureAttributes(root.children as ElementContent[]).flatMap((node) => convert(node, context));
}

function convert(node: ElementContent, context: MarkdownContext): ElementContent[] {
  if (node.type !== 'element') return node.type === 'text' ? [node] : [];
  const classes = classesOf(node);
  if (classes.includes('math-inline')) return [inlineFormula(plainText(node.children))];
  if (node.tagName === 'pre' && node.children.some(isDisplayMath))
    return [displayFormula(plainText(node.children))];
  if (node.tagName === 'pre') return [h('pre', plainText(node.children).replace(/\n$/, ''))];
  if (node.tagName === 'img') return [convertPicture(node, context)];
  if (node.properties.dataFootnotes !== undefined) return footnotes(node, context);
  // A footnote's number links to nothing, since identifiers do not survive the sanitising.
  if (node.properties.dataFootnoteRef !== undefined) return node.children;
  if (node.properties.dataFootnoteBackref !== undefined) return [];
  const children = withPictureAttributes(node.children).flatMap((child) => convert(child, context));
  if (node.tagName === 'table') {
    const table = h('table', { className: ['statement-table'] }, children);
    return [h('div', { className: ['statement-wide'] }, [table])];
  }
  if (node.tagName === 'p' && isPictureWithCaption(children)) return [captioned(children)];
  // The page has its own first heading.
  if (node.tagName === 'h1') return [h('h2', children)];
  return [{ ...node, children }];
}

const isDisplayMath = (node: ElementContent) =>
  node.type === 'element' && classesOf(node).includes('math-display');

function convertPicture(node: Element, context: MarkdownContext): Element {
  const src = String(node.properties.src ?? '');
  if (/^(https?:|data:)/i.test(src)) return node;
  const { width, height, alt } = node.properties;
  const size = { width: lengthOf(width), height: lengthOf(height) };
  const shown = picture(decodeAddress(src), size, context, String(alt ?? ''));
  if (typeof width === 'string' && width.endsWith('%')) shown.properties.style = `width: ${width}`;
  return shown;
}

const lengthOf = (value: unknown) =>
  value === undefined || value === null
    ? undefined
    : /^\d+$/.test(String(value))
      ? `${value}px`
      : String(value);

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Applies attributes in braces to the picture before: `![caption](file){width=50%}`. */
function withPictureAttributes(nodes: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    const attributes = node.type === 'text' ? /^\{([^{}\n]*)\}/.exec(node.value) : null;
    if (node.type !== 'text' || attributes === null || last?.type !== 'element' || last.tagName !== 'img') {
      result.push(node);
      continue;
    }
    const pairs = [...(attributes[1] ?? '').matchAll(/(width|height)\s*=\s*"?([\w.%]+)"?/g)];
    const sizes = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
    result[result.length - 1] = { ...last, properties: { ...last.properties, ...sizes } };
    result.push(textNode(node.value.slice(attributes[0].length)));
  }
  return result;
}

const isPictureWithCaption = (children: readonly ElementContent[]) => {
  const [picture, ...others] = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  return (
    others.length === 0 &&
    picture?.type === 'element' &&
    picture.tagName === 'img' &&
    picture.properties.alt !== ''
  );
};

/** Adds the caption below a picture that is alone in its paragraph, as Kattis' own renderer does. */
function captioned(children: readonly ElementContent[]): Element {
  const image = children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'img',
  );
  if (image === undefined) return h('p', [...children]);
  return h('figure', { className: ['statement-figure'] }, [
    { ...image, properties: { ...image.properties, alt: '' } },
    h('figcaption', String(image.properties.alt)),
  ]);
}

function footnotes(section: Element, context: MarkdownContext): ElementContent[] {
  const list = section.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'ol',
  );
  const items = list?.children.flatMap((child) => convert(child, context)) ?? [];
  return [h('ol', { className: ['statement-footnotes'] }, items)];
}
