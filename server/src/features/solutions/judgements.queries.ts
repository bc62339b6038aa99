import type { Tx } from '@balloon/database/connect.ts';

/** Keeps a verdict that was given by hand, as the solution has it now, among the judgements of the solution. */
export async function keepDecision(
  tx: Tx,
  { solutionId, madeById, nowMs }: { solutionId: number; madeById: number; nowMs: number },
): Promise<void> {
  await tx
    .insertInto('judgement')
    .columns([
      ...([
        'solutionId',
        'verdictId',
        'score',
        'testNumber',
        'timeMs',
        'memoryKb',
        'compilationOutput',
      ] as const),
      ...(['judgingDetail', 'startedAtMs', 'endedAtMs', 'isManual', 'madeById'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('solution')
        .where('id', '=', solutionId)
        .select(['id', (part) => part.ref('verdictId').$notNull().as('verdictId'), 'score', 'testNumber'])
        .select(['timeMs', 'memoryKb', 'compilationError', 'judgingDetail'])
        .select((part) => [
          part.val(nowMs).as('startedAtMs'),
          part.val(nowMs).as('endedAtMs'),
          part.lit(true).as('isManual'),
          part.val(madeById).as('madeById'),
        ]),
    )
    .execute();
}
