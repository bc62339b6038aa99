import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOUND_WITHIN_MS = 5_000;

/** A font of the machine. */
export interface SystemFont {
  file: string;
  /** Name within a collection; null for a file with one font. */
  name: string | null;
}

let found: Promise<SystemFont | null> | undefined;

/**
 * The font of this machine for Chinese, Japanese and Korean, or null where it has none. Such fonts have tens of megabytes, so
 * none comes with Balloon; looked for once.
 */
export function findWideFont(): Promise<SystemFont | null> {
  found ??= askFontconfig().catch(() => null); // no fontconfig here
  return found;
}

async function askFontconfig(): Promise<SystemFont | null> {
  const wanted = ['--format=%{file}\n%{postscriptname}\n%{lang}', 'monospace:lang=zh-cn'];
  const { stdout } = await run('fc-match', wanted, { timeout: FOUND_WITHIN_MS });
  const [file = '', name = '', languages = ''] = stdout.split('\n');
  // It always names a font, the best there is.
  if (!languages.split('|').includes('zh-cn') || !/\.(ttf|otf|ttc)$/i.test(file)) return null;
  return { file, name: /\.ttc$/i.test(file) ? name : null };
}
