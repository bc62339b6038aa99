import type { Environment, Macro } from '@unified-latex/unified-latex-types';
import type { Element, Properties } from 'hast';
import { h } from 'hastscript';
import { plainText, textNode, toContents } from '#statements/hast.ts';
import { argumentsOf, isMacro, rawArgument } from '#statements/tex/read-arguments.ts';
import { type TexRun, texToHast } from '#statements/tex/tex-run.ts';

/** Renders `itemize` and `enumerate`. */
export function list(tag: 'ul' | 'ol', environment: Environment, run: TexRun): Element {
  const options = tag === 'ol' ? numbering(rawArgument(environment, 0)) : {};
  return h(
    tag,
    options,
    itemsOf(environment).map((item) => listItem(item, run)),
  );
}

/** Renders `description`, with the described terms in bold. */
export function descriptionList(environment: Environment, run: TexRun): Element {
  const parts = itemsOf(environment).flatMap((item) => {
    const { label, body } = renderItem(item, run);
    return [h('dt', label ?? []), h('dd', body)];
  });
  return h('dl', parts);
}

function listItem(item: Macro, run: TexRun): Element {
  const { label, body } = renderItem(item, run);
  // An empty label still takes the bullet's place.
  if (label === null) return h('li', body);
  const isBlank = plainText(label).trim() === '';
  return h('li', { className: ['statement-labelled'] }, [
    ...(isBlank ? [] : [...label, textNode(' ')]),
    ...body,
  ]);
}

function renderItem(item: Macro, run: TexRun) {
  // The parser's arguments: overlay, label, overlay, body.
  const [, label, , body] = argumentsOf(item);
  return {
    label: item.args?.[1]?.openMark === '[' ? toContents(texToHast(label ?? [], run)) : null,
    body: toContents(texToHast(body ?? [], run)),
  };
}

const itemsOf = (environment: Environment) =>
  environment.content.filter((node): node is Macro => isMacro(node, 'item'));

/** Parses `[label=(\alph*)]`, `[a)]`, `[start=3]`. */
function numbering(options: string): Properties {
  const start = /start\s*=\s*(\d+)/.exec(options)?.[1];
  const type = typeOf(options);
  return { ...(start !== undefined && { start: Number(start) }), ...(type !== null && { type }) };
}

function typeOf(options: string): string | null {
  if (/\\alph|^\(?a\W?$/.test(options)) return 'a';
  if (/\\Alph|^\(?A\W?$/.test(options)) return 'A';
  if (/\\roman|^\(?i\W?$/.test(options)) return 'i';
  if (/\\Roman|^\(?I\W?$/.test(options)) return 'I';
  return null;
}
