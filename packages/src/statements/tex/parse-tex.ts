import type { Node } from '@unified-latex/unified-latex-types';
import { getParser } from '@unified-latex/unified-latex-util-parse';
import { ENVIRONMENTS } from '#statements/tex/environments.ts';
import { MACROS } from '#statements/tex/macros.ts';

type Signatures = Record<string, { signature: string }>;

/** Parses TeX. The parser attaches arguments to those macros and environments whose signature it knows. */
export function parseTex(text: string): Node[] {
  parser ??= getParser({ macros: signaturesOf(MACROS), environments: signaturesOf(ENVIRONMENTS) });
  return parser.parse(text).content;
}

// Created at the first use, since macros and parser import each other.
let parser: ReturnType<typeof getParser> | undefined;

function signaturesOf(table: Readonly<Record<string, { signature?: string }>>): Signatures {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { signature }]) =>
      signature === undefined ? [] : [[name, { signature }]],
    ),
  );
}
