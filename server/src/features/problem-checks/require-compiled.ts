import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { findCompilation, programHash } from '#features/problem-checks/problem-checks.queries.ts';

/**
 * Requires that a judge has compiled a checker program before it may judge.
 *
 * @throws {ConflictError} CHECKER_NOT_CHECKED, CHECKER_DOES_NOT_COMPILE with the compiler's words in `restParams`
 */
export async function requireCompiled(tx: Tx, problemId: number, checker: CheckerSpec): Promise<void> {
  if (checker.kind !== 'program') return;
  const compilation = await findCompilation(tx, problemId, programHash(checker));
  if (!compilation) {
    throw new ConflictError('CHECKER_NOT_CHECKED', 'No judge has compiled this checker yet: check it first');
  }
  if (compilation.compiles) return;
  throw new ConflictError('CHECKER_DOES_NOT_COMPILE', 'The checker does not compile', {
    restParams: { output: compilation.output ?? '' },
  });
}
