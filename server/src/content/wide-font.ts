import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOUND_WITHIN_MS = 5_000;

/** Kinds of type, as fontconfig asks for them. */
const PATTERNS = {
  mono: 'monospace',
  text: 'sans-serif',
  strong: 'sans-serif:bold',
} as const;
export type WideFontKind = keyof typeof PATTERNS;

/** A font of the machine. */
export interface SystemFont {
  file: string;
  /** Name within a collection; null for a file with one font. */
  name: string | null;
}

const found = new Map<WideFontKind, Promise<SystemFont | null>>();

/**
 * The font of this machine for Chinese, Japanese and Korean, or null where it has none. Such fonts have tens of megabytes, so
 * none comes with Balloon; looked for once.
 */
export function findWideFont(kind: WideFontKind): Promise<SystemFont | null> {
  const known = found.get(kind) ?? askFontconfig(kind).catch(() => null); // no fontconfig here
  found.set(kind, known);
  return known;
}

async function askFontconfig(kind: WideFontKind): Promise<SystemFont | null> {
  const wanted = ['--format=%{file}\n%{postscriptname}\n%{lang}', `${PATTERNS[kind]}:lang=zh-cn`];
  const { stdout } = await run('fc-match', wanted, { timeout: FOUND_WITHIN_MS });
  const [file = '', name = '', languages = ''] = stdout.split('\n');
  // It always names a font, the best there is.
  if (!languages.split('|').includes('zh-cn') || !/\.(ttf|otf|ttc)$/i.test(file)) return null;
  return { file, name: /\.ttc$/i.test(file) ? name : null };
}

export type FindWideFont = (kind: WideFontKind) => Promise<SystemFont | null>;
