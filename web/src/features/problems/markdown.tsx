import { type ComponentProps, isValidElement } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { Formula } from '#features/problems/formula.tsx';
import { glueFormulas } from '#features/problems/glue-formulas.ts';

const NOTHING: readonly string[] = [];
const PICTURES: readonly string[] = ['img'];
const PLUGINS = [remarkGfm, remarkMath, glueFormulas];
/** Fences whose contents are a formula. */
const TEX_LANGUAGES = ['tex', 'latex', 'katex'];

/**
 * Our own texts: Markdown with tables and formulas. Raw HTML in them shows as text, and links lose unknown protocols.
 *
 * @param hasPictures false for strangers' words: a picture from elsewhere tells its server who looks at it
 */
export function OwnMarkdown({ text, hasPictures = true }: { text: string; hasPictures?: boolean }) {
  return (
    <Markdown
      remarkPlugins={PLUGINS}
      components={COMPONENTS}
      disallowedElements={hasPictures ? NOTHING : PICTURES}
    >
      {text}
    </Markdown>
  );
}

const COMPONENTS: Components = {
  code: Code,
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  pre: Fence,
  // Wide tables scroll inside themselves.
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="wide" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  img: ({ src, alt }) => <img src={src} alt={alt ?? ''} loading="lazy" />,
  // The page has its own first heading.
  h1: ({ children }) => <h2>{children}</h2>,
};

/** A block of code scrolls inside itself; a formula in a block is no code. */
function Fence({ children }: ComponentProps<'pre'>) {
  const content = isValidElement<ComponentProps<'code'>>(children) ? (children.props.className ?? '') : '';
  if (isFormulaBlock(content.split(' '))) return children;
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <pre tabIndex={0}>{children}</pre>;
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
