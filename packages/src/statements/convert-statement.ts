import type { PackageStatement } from '#problem-package.ts';
import { finishHtml } from '#statements/finish-html.ts';
import { plainBlocks } from '#statements/plain-statement.ts';
import { startRemarks } from '#statements/remarks.ts';
import type { StatementSource } from '#statements/render-statement.ts';
import type { RenderedStatement } from '#statements/rendered-statement.ts';
import { runInThread, type ThreadLimits } from '#threads/run-in-thread.ts';

/** Limits of a conversion. Long statements of real packages take less than a second and 100 MB. */
const LIMITS: ThreadLimits = { wallMs: 30_000, memoryMb: 512 };

/**
 * Converts a statement as `renderStatement` does, in a thread of its own. A statement whose conversion exceeds a limit
 * becomes plain text, with a remark for the author.
 *
 * @throws the reason of the signal when that is aborted
 */
export async function convertStatement(
  statement: PackageStatement,
  { statements, shownSamples }: StatementSource,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<RenderedStatement> {
  const given: Conversion = { statement, source: { statements, ...(shownSamples ? { shownSamples } : {}) } };
  const converted = await runInThread<RenderedStatement>(THREAD, given, signal, limits);
  if ('result' in converted) return converted.result;
  const { language, title, main } = statement;
  const remarks = startRemarks(main.inPackage);
  remarks.lose(`cannot be converted (${converted.trouble}); it shows as plain text`);
  const html = finishHtml(await plainBlocks(statement), remarks);
  return { language, title, html, files: [], samples: null, remarks: remarks.list };
}

/** Input of a thread. */
export interface Conversion {
  statement: PackageStatement;
  source: StatementSource;
}

const THREAD = new URL('./conversion-thread.ts', import.meta.url);
