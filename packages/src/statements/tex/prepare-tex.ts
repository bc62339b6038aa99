import type { Sample } from '#statements/rendered-statement.ts';

/* Prepares a text for the parser: handles parts in which TeX's signs stand for themselves. */

/** Sample whose contents are in the TeX, or in two files that the TeX names. */
export type TexSample = Sample | { inputFile: string; outputFile: string };

/** Takes samples out, keeps `%` and `#` in addresses, and rewrites `\def` and lists of packages as LaTeX's own. */
export function prepareTex(source: string): { text: string; samples: TexSample[] } {
  const { text, samples } = takeSamples(source.replace(/^\uFEFF/, ''));
  return { text: escapeAddresses(plainLists(definitions(withoutLengths(withoutTail(text))))), samples };
}

/** Removes text outside of the document: after its end, and the preamble. */
function withoutTail(text: string): string {
  const begin = /\\begin\s*\{document\}/.exec(text);
  if (begin === null) return text;
  const end = text.indexOf('\\end{document}', begin.index);
  // Definitions of the preamble are used in the text.
  const preamble = (text.slice(0, begin.index).match(/^[ \t]*\\(?:re)?(?:newcommand|def)\b.*$/gm) ?? []).join(
    '\n',
  );
  return `${preamble}\n${text.slice(begin.index + begin[0].length, end === -1 ? undefined : end)}`;
}

/** Takes out `\exmp{input}{output}` and `\exmpfile{input's file}{output's file}` of olymp.sty. */
function takeSamples(source: string): { text: string; samples: TexSample[] } {
  const samples: TexSample[] = [];
  const macro = /\\exmp(file)?(?![A-Za-z])/g;
  let text = '';
  let from = 0;
  for (let found = macro.exec(source); found !== null; found = macro.exec(source)) {
    const input = groupAt(source, macro.lastIndex);
    const output = input && groupAt(source, input.end);
    if (!input || !output || isCommented(source, found.index)) continue;
    const isFile = found[1] !== undefined;
    samples.push(
      isFile
        ? { inputFile: input.content.trim(), outputFile: output.content.trim() }
        : { input: sampleText(input.content), output: sampleText(output.content) },
    );
    text += source.slice(from, found.index);
    from = output.end;
    macro.lastIndex = output.end;
  }
  return { text: text + source.slice(from), samples };
}

/** Converts a sample's content: lines are kept, TeX's escapes removed. */
function sampleText(content: string): string {
  const lines = content.replace(/%\n/g, '\n').replace(/\\\\[ \t]*\n?/g, '\n');
  return `${lines.replace(/\\([%#&_{}$])/g, '$1').trim()}\n`;
}

const isCommented = (source: string, at: number) =>
  /(?<!\\)%/.test(source.slice(source.lastIndexOf('\n', at - 1) + 1, at));

function escapeAddresses(source: string): string {
  const macro = /\\(?:url|href)(?![A-Za-z])/g;
  let text = '';
  let from = 0;
  for (let found = macro.exec(source); found !== null; found = macro.exec(source)) {
    const address = groupAt(source, macro.lastIndex);
    if (!address) continue;
    text += `${source.slice(from, found.index)}${found[0]}{${address.content.replace(/(?<!\\)[%#&_~^$]/g, '\\$&')}}`;
    from = address.end;
    macro.lastIndex = address.end;
  }
  return text + source.slice(from);
}

/** Rewrites lists of packages, of which the parser does not know that they have items. */
function plainLists(source: string): string {
  return source
    .replace(
      /\\(begin|end)\s*\{(?:shortitems|compactitem|itemize\*|inparaitem|tightitem)\}/g,
      '\\$1{itemize}',
    )
    .replace(
      /\\(begin|end)\s*\{(?:shortnums|compactenum|enumerate\*|inparaenum|tightenum)\}/g,
      '\\$1{enumerate}',
    );
}

/**
 * Removes `\parindent=0pt`, `\vskip 5mm`: TeX's own assignments have no braces, so their values would show as text.
 */
function withoutLengths(source: string): string {
  return source.replace(
    /\\(?:par(?:indent|skip|sep)|itemsep|topsep|tabcolsep|arraystretch|baselineskip|[vh]skip|kern|(?:bin|rel|hyphen|ex)penalty)\s*(?:=\s*)?-?[\d.]+\s*(?:(?:pt|em|ex|cm|mm|in|bp)\b)?/g,
    '',
  );
}

function definitions(source: string): string {
  return source.replace(
    /\\[egx]?def\s*\\([A-Za-z]+)\s*(?:((?:#\d)+)\s*)?(?=\{)/g,
    (_, name: string, parameters = '') =>
      `\\newcommand{\\${name}}${parameters === '' ? '' : `[${parameters.length / 2}]`}`,
  );
}

/** Returns the group `{…}` that follows, after any spaces; its braces are balanced. */
function groupAt(source: string, from: number): { content: string; end: number } | null {
  const start = from + (/^\s*/.exec(source.slice(from, from + 200))?.[0].length ?? 0);
  if (source[start] !== '{') return null;
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '{') depth += 1;
    else if (source[at] === '}') {
      depth -= 1;
      if (depth === 0) return { content: source.slice(start + 1, at), end: at + 1 };
    }
  }
  return null;
}
