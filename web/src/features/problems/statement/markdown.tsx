import { findMarkdownExcess } from '@balloon/domain/text/markdown-bounds.ts';
import { type ComponentProps, isValidElement, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { boundTree } from '#features/problems/statement/bound-tree.ts';
import { Formula } from '#features/problems/statement/formula.tsx';
import { glueFormulas } from '#features/problems/statement/glue-formulas.ts';
import { PlainText } from '#features/problems/statement/plain-text.tsx';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

const NOTHING: readonly string[] = [];
const PICTURES: readonly string[] = ['img'];
const PLUGINS = [remarkGfm, remarkMath, boundTree, glueFormulas];
/** Languages of code fences that contain a formula. */
const TEX_LANGUAGES = ['tex', 'latex', 'katex'];

/**
 * Text in our own format: Markdown with tables and formulas. Raw HTML in it shows as text, and links lose unknown
 * protocols. A text beyond the bounds, or one that the parser fails on, shows as plain text with a note.
 *
 * @param hasPictures false for texts of participants: a picture on another server reveals its readers
 */
export function OwnMarkdown({ text, hasPictures = true }: { text: string; hasPictures?: boolean }) {
  const { t } = useTranslation();
  const rendered = useMemo(() => renderMarkdown(text, hasPictures), [text, hasPictures]);
  return rendered ?? <PlainText text={text} note={t('statement.asText')} />;
}

/** Elements of a Markdown text, or null when it cannot be rendered within bounds. */
function renderMarkdown(text: string, hasPictures: boolean): ReactNode | null {
  if (findMarkdownExcess(text) !== null) return null;
  try {
    return Markdown({
      children: text,
      remarkPlugins: PLUGINS,
      components: COMPONENTS,
      disallowedElements: hasPictures ? NOTHING : PICTURES,
    });
  } catch (error) {
    console.warn('A text could not be rendered as Markdown', error);
    return null;
  }
}

const COMPONENTS: Components = {
  code: Code,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  pre: Fence,
  table: WideTable,
  img: ({ src, alt }) => <img src={src} alt={alt ?? ''} loading="lazy" />,
  // The page has its own first heading.
  h1: ({ children }) => <h2>{children}</h2>,
};

/** A wide table scrolls inside itself. */
function WideTable({ children }: ComponentProps<'table'>) {
  const { t } = useTranslation();
  return (
    <ScrollRegion as="div" className="wide" label={t('statement.table')}>
      <table>{children}</table>
    </ScrollRegion>
  );
}

/** A block of code scrolls inside itself; a formula in a block is no code. */
function Fence({ children }: ComponentProps<'pre'>) {
  const { t } = useTranslation();
  const content = isValidElement<ComponentProps<'code'>>(children) ? (children.props.className ?? '') : '';
  if (isFormulaBlock(content.split(' '))) return children;
  return (
    <ScrollRegion as="pre" label={t('statement.code')}>
      {children}
    </ScrollRegion>
  );
}

function Code({ className = '', children }: ComponentProps<'code'>) {
  const classes = className.split(' ');
  const text = String(children).replace(/\n$/, '');
  if (classes.includes('math-inline')) return <Formula tex={text} isDisplay={false} />;
  return isFormulaBlock(classes) ? (
    <Formula tex={text} isDisplay />
  ) : (
    <code className={className}>{children}</code>
  );
}

function isFormulaBlock(classes: readonly string[]): boolean {
  return (
    classes.includes('math-display') || TEX_LANGUAGES.some((name) => classes.includes(`language-${name}`))
  );
}
