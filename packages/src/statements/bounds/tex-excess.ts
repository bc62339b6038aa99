/*
 * Bounds of TeX, found by one linear pass over its characters before any other work on it: the parser takes time that
 * grows with the square of the depth, and so does the search for the ends of groups that are not closed.
 */

/** Largest number of characters, which takes seconds; a long statement has ten thousand. */
const MAX_LENGTH = 200_000;
/** Largest depth of nested groups, environments and displayed formulas, closed or not. */
const MAX_DEPTH = 60;
/** Largest number of macros, groups and formulas, each of which becomes a node. */
const MAX_SIGNS = 40_000;

/** Returns which bound a TeX text exceeds; null if it may be parsed. Takes linear time. */
export function findTexExcess(tex: string): string | null {
  if (tex.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  let depth = 0;
  let signs = 0;
  for (let at = 0; at < tex.length; at += 1) {
    const sign = tex[at] as string;
    if (!SIGNS.has(sign)) continue;
    signs += 1;
    if (signs > MAX_SIGNS) return `it has more than ${MAX_SIGNS} macros, groups and formulas`;
    depth = Math.max(0, depth + stepAt(tex, at));
    if (depth > MAX_DEPTH) return `its groups and environments are nested deeper than ${MAX_DEPTH} levels`;
    // The sign behind a backslash belongs to the macro.
    if (sign === '\\') at += 1;
  }
  return null;
}

const SIGNS: ReadonlySet<string> = new Set('\\{}[$&');

/** Returns the change of depth at a position: 1 where a level opens, -1 where one closes, else 0. */
function stepAt(tex: string, at: number): number {
  const sign = tex[at];
  if (sign === '{') return 1;
  if (sign === '}') return -1;
  if (sign !== '\\') return 0;
  const next = tex[at + 1];
  if (next === '[' || next === '(' || isMacro(tex, at, '\\begin', '\\left')) return 1;
  return next === ']' || next === ')' || isMacro(tex, at, '\\end', '\\right') ? -1 : 0;
}

function isMacro(tex: string, at: number, ...names: readonly string[]): boolean {
  return names.some((name) => tex.startsWith(name, at) && !/[A-Za-z]/.test(tex[at + name.length] ?? ''));
}
