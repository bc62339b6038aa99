import { cleanLog } from '#pages/compiler-log.ts';
import type { Page } from '#pages/get-page.ts';
import { blockOf } from '#pages/plain-text.ts';

/** Reads what the compiler said from the page of a run; null: the page has no log, or is not for us. */
export function readLog({ $ }: Page): string | null {
  const log = $('font[color="red" i][face^="courier" i]').first();
  return log.length === 0 ? null : cleanLog(blockOf(log));
}

/** Reads the sources that the page of a run may show, wherever it does. */
export function readSources({ $ }: Page): string[] {
  return $('textarea, pre')
    .toArray()
    .map((element) => blockOf($(element)));
}
