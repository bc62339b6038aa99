import type { Environment, Macro, Node } from '@unified-latex/unified-latex-types';
import { printRaw } from '@unified-latex/unified-latex-util-print-raw';
import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { displayFormula, inlineFormula } from '#statements/formulas.ts';
import { mergeText, PARAGRAPH, textNode } from '#statements/hast.ts';
import { ENVIRONMENTS, VERBATIM } from '#statements/tex/environments.ts';
import { expand } from '#statements/tex/expand.ts';
import { MACROS } from '#statements/tex/macros.ts';
import {
  argumentsOf,
  skipSpace,
  takeArgument,
  takeGroup,
  takeOptional,
} from '#statements/tex/read-arguments.ts';
import { isMathEnvironment, mathEnvironment, mathSource } from '#statements/tex/tex-math.ts';
import { type Cursor, type TexRun, texToHast } from '#statements/tex/tex-run.ts';
import { accented, isAccent, SYMBOLS, typeset } from '#statements/tex/typography.ts';

/**
 * Renders TeX as text, inline elements, blocks and breaks of paragraphs. Unknown macros leave their arguments as
 * text.
 */
export function renderNodes(nodes: readonly Node[], run: TexRun): ElementContent[] {
  const cursor: Cursor = { nodes, at: 0 };
  const items: ElementContent[] = [];
  for (let node = nodes[0]; node !== undefined; node = nodes[cursor.at]) {
    cursor.at += 1;
    items.push(...renderNode(node, cursor, run));
  }
  const merged = mergeText(items);
  if (run.isMono) return merged;
  return merged.map((item) => (item.type === 'text' ? textNode(typeset(item.value)) : item));
}

function renderNode(node: Node, cursor: Cursor, run: TexRun): ElementContent[] {
  switch (node.type) {
    case 'string':
      return [textNode(node.content === '~' ? '\u00a0' : node.content)];
    case 'whitespace':
      return [textNode(' ')];
    case 'parbreak':
      return [PARAGRAPH];
    case 'group':
      return texToHast(node.content, run);
    case 'inlinemath':
      return [inlineFormula(mathSource(node.content, run))];
    case 'displaymath':
      return [displayFormula(mathSource(node.content, run))];
    case 'mathenv':
      return [displayFormula(mathEnvironment(environmentName(node), printRaw(node), run))];
    case 'verb':
      return [h('code', node.content)];
    case 'verbatim':
      return [h('pre', node.content.replace(/^\n/, ''))];
    case 'environment':
      return renderEnvironment(node, run);
    case 'macro':
      return renderMacro(node, cursor, run);
    default:
      return [];
  }
}

function renderMacro(macro: Macro, cursor: Cursor, run: TexRun): ElementContent[] {
  const name = macro.content;
  // Spaces after a word macro only end its name; the parser leaves them where there are no arguments.
  if (/^[A-Za-z@]+$/.test(name) && !macro.args?.length) {
    const next = cursor.nodes[cursor.at];
    // Authors mean the space after an ellipsis, whatever TeX does with it.
    if (next?.type === 'whitespace' && !/dots$/.test(name)) cursor.at += 1;
  }
  const definition = run.definitions.get(name);
  if (definition !== undefined) return texToHast(expand(name, definition, cursor, run), run);
  const handler = Object.hasOwn(MACROS, name) ? MACROS[name] : undefined;
  if (handler !== undefined) return handler.render(macro, cursor, run);
  const symbol = Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name] : undefined;
  if (symbol !== undefined) {
    if (/^[A-Za-z]/.test(name) && cursor.nodes[cursor.at]?.type === 'group') emptyGroup(cursor);
    return [textNode(symbol)];
  }
  if (isAccent(name)) return renderAccent(name, cursor);
  return renderUnknown(macro, cursor, run);
}

/** Skips the braces in `\LaTeX{}`, which only end the name. */
function emptyGroup(cursor: Cursor): void {
  const next = cursor.nodes[cursor.at];
  if (next?.type === 'group' && next.content.length === 0) cursor.at += 1;
}

function renderAccent(name: string, cursor: Cursor): ElementContent[] {
  const letters = takeArgument(cursor) ?? [];
  const text = letters.map((node) =>
    node.type === 'macro' ? (SYMBOLS[node.content] ?? '') : 'content' in node ? String(node.content) : '',
  );
  return [textNode(accented(name, text.join('')))];
}

/**
 * Renders an unknown macro by its arguments.
 */
function renderUnknown(macro: Macro, cursor: Cursor, run: TexRun): ElementContent[] {
  const attached = argumentsOf(macro);
  run.remarks.lose(`the TeX macro \\${macro.content} is not known; its arguments show as plain text`);
  if (attached.length === 0) takeOptional(cursor);
  return attached.flatMap((content) => texToHast(content ?? [], run));
}

function renderEnvironment(environment: Environment, run: TexRun): ElementContent[] {
  const name = environmentName(environment);
  if (isMathEnvironment(name)) return [displayFormula(mathEnvironment(name, printRaw(environment), run))];
  if (VERBATIM.has(name)) return [h('pre', printRaw(environment.content).replace(/^\n/, ''))];
  const handler = Object.hasOwn(ENVIRONMENTS, name) ? ENVIRONMENTS[name] : undefined;
  if (handler !== undefined) return [PARAGRAPH, ...handler.render(environment, run), PARAGRAPH];
  run.remarks.lose(`the TeX environment ${name} is not known; its contents show as plain text`);
  const cursor: Cursor = { nodes: environment.content, at: 0 };
  skipSpace(cursor);
  while (takeOptional(cursor) !== null || takeGroup(cursor) !== null);
  return [PARAGRAPH, ...texToHast(environment.content.slice(cursor.at), run), PARAGRAPH];
}

/** Returns the name of an environment. The parser's type says string; for formulas it is a node. */
function environmentName({ env }: { env: unknown }): string {
  return typeof env === 'string' ? env : printRaw(env as Node);
}
