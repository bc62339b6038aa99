import type { OutsideSystemType } from '@balloon/domain/outside/outside-systems.ts';
import sanitize from 'sanitize-html';
import { remembered } from '#content/remembered.ts';
import { exceedsHtmlBounds } from '#markup/html-bounds.ts';

/*
 * Sanitising of statements, which come from other sites and out of packages. Text, tables, pictures and
 * formulas stay; everything goes that could run, load, send, cover the page or imitate its controls.
 */

const TEXT_TAGS = [
  ...['p', 'div', 'span', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'center', 'font'],
  ...[
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'strike',
    'del',
    'ins',
    'small',
    'big',
    'sub',
    'sup',
    'mark',
    'abbr',
  ],
  ...['code', 'pre', 'tt', 'kbd', 'samp', 'var', 'cite', 'q', 'dfn', 'nobr', 'wbr'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
];

const MATHML_TAGS = [
  ...['math', 'semantics', 'annotation', 'mrow', 'mi', 'mo', 'mn', 'ms', 'mtext', 'mspace', 'mpadded'],
  ...['mfrac', 'msqrt', 'mroot', 'mstyle', 'mphantom', 'menclose', 'msub', 'msup', 'msubsup', 'munder'],
  ...['mover', 'munderover', 'mmultiscripts', 'mprescripts', 'mtable', 'mtr', 'mtd'],
];

const LENGTH = /^(auto|0|\d{1,4}(\.\d{1,4})?(px|em|ex|rem|pt|%|cm|mm))$/;
const COLOR = /^(#[0-9a-f]{3,8}|[a-z]{3,20}|rgb\([\d\s,.%]{1,40}\))$/i;
const BORDER = /^[a-z0-9#.\s]{1,40}$/i;

/** Permitted styles: none that moves an element out of its place or loads a file. */
const STYLES = {
  'text-align': [/^(left|right|center|justify)$/],
  'vertical-align': [/^(top|middle|bottom|baseline|sub|super)$/, LENGTH],
  'font-weight': [/^(bold|bolder|normal|\d00)$/],
  'font-style': [/^(italic|normal|oblique)$/],
  'font-family': [/^[\w\s,'-]{1,100}$/],
  'text-decoration': [/^(underline|line-through|none)$/],
  'white-space': [/^(pre|pre-wrap|nowrap|normal)$/],
  color: [COLOR],
  'background-color': [COLOR],
  width: [LENGTH],
  height: [LENGTH],
  'max-width': [LENGTH],
  ...Object.fromEntries(
    ['padding', 'padding-left', 'padding-right', 'padding-top', 'padding-bottom'].map((name) => [
      name,
      [LENGTH],
    ]),
  ),
  ...Object.fromEntries(
    ['margin-left', 'margin-right', 'margin-top', 'margin-bottom', 'text-indent'].map((name) => [
      name,
      [LENGTH],
    ]),
  ),
  border: [BORDER],
  'border-collapse': [/^(collapse|separate)$/],
};

/** Permitted classes, by our own prefixes: other class names of the page could turn text into an overlay. */
const CLASSES = ['statement-*', 'problem-*', 'sample*', 'katex', 'katex-*', 'math', 'math-*', 'tex-*'].concat(
  ['timus-*', 'acmp-*', 'cf-*', 'sgu-*', 'ejudge-*', 'yandex-*', 'polygon-*'],
);

const LINK_ELSEWHERE = sanitize.simpleTransform('a', {
  target: '_blank',
  rel: 'noopener noreferrer nofollow',
});

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...TEXT_TAGS, ...MATHML_TAGS],
  allowedAttributes: {
    '*': ['style', 'title', 'lang', 'dir', 'align'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    font: ['color', 'size'],
    ol: ['start', 'type'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
    col: ['span', 'width'],
    td: ['colspan', 'rowspan', 'valign', 'width'],
    th: ['colspan', 'rowspan', 'valign', 'width', 'scope'],
    math: ['display'],
    mo: ['stretchy', 'fence', 'separator', 'lspace', 'rspace', 'minsize', 'maxsize'],
    mi: ['mathvariant'],
    mspace: ['width'],
    mstyle: ['displaystyle', 'scriptlevel', 'mathvariant'],
    mfrac: ['linethickness'],
    mtable: ['columnalign', 'rowspacing', 'columnspacing'],
    annotation: ['encoding'],
  },
  allowedClasses: { '*': CLASSES },
  allowedStyles: { '*': STYLES },
  allowedSchemes: ['http', 'https', 'mailto'],
  // Files of the problem's package: the server writes their addresses in.
  allowedSchemesByTag: {
    img: ['https', 'data', 'problem-file'],
    a: ['http', 'https', 'mailto', 'problem-file'],
  },
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'object'],
  transformTags: {
    a: LINK_ELSEWHERE,
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isPicture(attribs.src ?? ''),
};

/** A data address must be a picture; as an `img` even SVG runs nothing. */
const isPicture = (src: string) =>
  src !== '' &&
  (!/^data:/i.test(src.trim()) || /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/i.test(src.trim()));

/** Sanitises HTML from any source for our page; HTML beyond the bounds is shown as text. */
export const sanitizeStatement = remembered((html) =>
  exceedsHtmlBounds(html) ? asText(html) : sanitize(html, OPTIONS),
);

/** Addresses of our own files, which stay in a statement without links. */
const OWN_FILES = /^\/api\/problems\/\d{1,10}\/files\//;

const withoutLink: sanitize.Transformer = (tagName, attribs) =>
  OWN_FILES.test(attribs.href ?? '')
    ? { tagName, attribs: { ...attribs, target: '_blank' } }
    : { tagName: 'span', attribs: {} };

/** Prefixes of classes by system; both ways to Yandex.Contest give the same pages. */
const PREFIXES: Readonly<Record<OutsideSystemType, string>> = {
  ...{ timus: 'timus', acmp: 'acmp', cf: 'cf', sgu: 'sgu', ejudge: 'ejudge' },
  ...{ yandex: 'yandex', yandexOfficial: 'yandex' },
};

/** Most classes of an element that are kept. */
const MAX_CLASSES = 10;

/** Gives the class names of a page the prefix of its system, so that they mean nothing to our page but what we style. */
const withPrefixes =
  (prefix: string): sanitize.Transformer =>
  (tagName, { class: names, ...attribs }) => {
    if (names === undefined) return { tagName, attribs };
    const kept = names.trim().split(/\s/, MAX_CLASSES).filter(Boolean);
    const own = kept.map((name) => (TEX_CLASS.test(name) ? name : `${prefix}-${name.replaceAll('_', '-')}`));
    return { tagName, attribs: { ...attribs, class: own.join(' ') } };
  };

/** Classes of formulas in HTML, which all systems share with us. */
const TEX_CLASS = /^(?:tex|math|katex|statement)(?:-|$)/;

function sanitizerOf(system: OutsideSystemType, hasLinks: boolean): (html: string) => string {
  const options: sanitize.IOptions = {
    ...OPTIONS,
    transformTags: {
      a: hasLinks ? LINK_ELSEWHERE : withoutLink,
      '*': withPrefixes(PREFIXES[system]),
    },
  };
  return remembered((html) => {
    if (exceedsHtmlBounds(html)) return asText(hasLinks ? html : withoutTags(html));
    return sanitize(html, options);
  });
}

const withoutTags = (html: string) => html.replaceAll(/<[^>]*>?/g, ' ');

const SANITIZERS = new Map<string, (html: string) => string>();

/**
 * Sanitises HTML of an outside system as `sanitizeStatement`. Its class names get the prefix of the system.
 *
 * @param hasLinks false leaves only the words of links that leave this site: addresses in a statement tell where it
 *   comes from
 */
export function sanitizeOutside(html: string, system: OutsideSystemType, hasLinks: boolean): string {
  const key = `${system} ${hasLinks}`;
  const known = SANITIZERS.get(key) ?? sanitizerOf(system, hasLinks);
  SANITIZERS.set(key, known);
  return known(html);
}

/** Longest source that is shown as text, in characters. */
const MAX_SHOWN_SOURCE = 50_000;

function asText(html: string): string {
  const source = html.slice(0, MAX_SHOWN_SOURCE);
  return `<pre>${source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</pre>`;
}
