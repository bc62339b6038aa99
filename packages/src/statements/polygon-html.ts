import type { Element, ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { h } from 'hastscript';
import { classesOf, displayFormula, inlineFormula } from '#statements/formulas.ts';
import { plainText, textNode, toBlocks } from '#statements/hast.ts';
import { picture } from '#statements/picture.ts';
import type { Remarks } from '#statements/remarks.ts';
import type { Sample } from '#statements/rendered-statement.ts';
import type { StatementFiles } from '#statements/statement-files.ts';

interface HtmlContext {
  files: StatementFiles;
  remarks: Remarks;
}

export interface RenderedHtml {
  blocks: ElementContent[];
  title: string | null;
  samples: Sample[];
}

/** Renders a page that Polygon made (`problem.html`): the body of its statement, with title and samples apart. */
export function renderPolygonHtml(html: string, context: HtmlContext): RenderedHtml {
  const page = fromHtml(html);
  const statement = findByClass(page, 'problem-statement') ?? bodyOf(page);
  const header = findByClass(statement, 'header');
  const title = header && findByClass(header, 'title');
  return {
    blocks: convertAll(statement.children as ElementContent[], context),
    title: title ? plainText(title.children).trim() : null,
    samples: samplesOf(statement),
  };
}

/** Tags for Polygon's fonts. */
const FONTS: Readonly<Record<string, string>> = {
  'tex-font-style-tt': 'code',
  'tex-font-style-bf': 'b',
  'tex-font-style-it': 'i',
  'tex-font-style-sl': 'i',
  'tex-font-style-underline': 'u',
  'tex-font-style-striked': 's',
  'tex-font-size-small': 'small',
};

/** Classes that the page shows in its own way, or that are not part of a statement. */
const LEFT_OUT_CLASSES = ['header', 'sample-tests'];
const LEFT_OUT_TAGS = ['script', 'style', 'link', 'meta', 'title', 'head', 'noscript'];

const convertAll = (nodes: readonly ElementContent[], context: HtmlContext): ElementContent[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return splitFormulas(node.value);
    return node.type === 'element' ? convert(node, context) : [];
  });

function convert(element: Element, context: HtmlContext): ElementContent[] {
  const classes = classesOf(element);
  if (classes.some((name) => LEFT_OUT_CLASSES.includes(name))) return [];
  if (LEFT_OUT_TAGS.includes(element.tagName)) return [];
  if (element.tagName === 'img') return [convertPicture(element, context)];
  if (element.tagName === 'pre') return [h('pre', textWithLines(element))];
  const children = convertAll(element.children, context);
  if (classes.includes('section-title')) return [h('h2', children)];
  const font = classes.map((name) => FONTS[name]).find((tag) => tag !== undefined);
  if (font !== undefined) return [h(font === 'code' && children.some(isElement) ? 'tt' : font, children)];
  if (element.tagName === 'p') return toBlocks(children);
  if (element.tagName === 'center') return [h('div', { className: ['statement-center'] }, children)];
  if (element.tagName === 'table') {
    const table = { ...element, properties: { className: ['statement-table'] }, children };
    return [h('div', { className: ['statement-wide'] }, [table])];
  }
  if (classes.includes('epigraph')) return [h('blockquote', { className: ['statement-epigraph'] }, children)];
  // A `div` only groups parts of the statement or of an epigraph.
  if (element.tagName === 'div') return children;
  return [{ ...element, children }];
}

const isElement = (node: ElementContent) => node.type === 'element';
function convertPicture(element: Element, context: HtmlContext): Element {
  const src = String(element.properties.src ?? '');
  if (/^(https?:|data:)/i.test(src)) return element;
  const shown = picture(decodeAddress(src), {}, context, String(element.properties.alt ?? ''));
  const { width, height } = element.properties;
  // Old statements show formulas as pictures within the line.
  const isFormula = classesOf(element).includes('tex-formula');
  const properties = {
    ...shown.properties,
    ...(width && { width }),
    ...(height && { height }),
    ...(isFormula && { className: ['tex-formula'] }),
  };
  return { ...shown, properties };
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * Pattern of a formula. Longer rows of dollar signs are excluded, since the search for the end of each would be slow.
 */
const FORMULA = /(?<!\$)(\${6}[^$]+\${6}|\${3}[^$]+\${3})(?!\$)/;

/** Splits Polygon's marks of formulas: `$$$x$$$`, displayed ones with six signs. */
function splitFormulas(text: string): ElementContent[] {
  return text.split(FORMULA).flatMap((part, position): ElementContent[] => {
    if (position % 2 === 0) return part === '' ? [] : [textNode(part)];
    return [part.startsWith('$$$$$$') ? displayFormula(part.slice(6, -6)) : inlineFormula(part.slice(3, -3))];
  });
}

function samplesOf(statement: Element | Root): Sample[] {
  const tests = allByClass(statement, 'sample-test');
  return tests.flatMap((test) => {
    const inputs = allByClass(test, 'input').map(sampleText);
    const outputs = allByClass(test, 'output').map(sampleText);
    return inputs.map((input, position) => ({ input, output: outputs[position] ?? '' }));
  });
}

function sampleText(part: Element): string {
  const content = findByTag(part, 'pre');
  return content === null ? '' : `${textWithLines(content).trim()}\n`;
}

/** Returns text with its lines: they end at `br`, and newer pages have each line in an element of its own. */
function textWithLines({ children }: Element): string {
  return children
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type !== 'element') return '';
      if (node.tagName === 'br') return '\n';
      return node.tagName === 'div' ? `${textWithLines(node)}\n` : textWithLines(node);
    })
    .join('');
}

const findByClass = (root: Element | Root, name: string): Element | null => allByClass(root, name)[0] ?? null;

function allByClass({ children }: Element | Root, name: string): Element[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return classesOf(child).includes(name) ? [child] : allByClass(child, name);
  });
}

function findByTag({ children }: Element | Root, tag: string): Element | null {
  for (const child of children) {
    if (child.type !== 'element') continue;
    const found = child.tagName === tag ? child : findByTag(child, tag);
    if (found !== null) return found;
  }
  return null;
}

const bodyOf = (page: Root): Element | Root => findByTag(page, 'body') ?? page;
