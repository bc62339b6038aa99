import { isSupervisor, type Viewer } from '#contest-access.ts';
import { EMPTY_CELL } from '#scoreboard-cell.ts';

type Asker = Pick<Viewer, 'userId' | 'accessMask'>;

/** The owner of a solution, or of a row of the scoreboard. */
interface Owned {
  userId: number;
}

/**
 * Whether a solution exists for a person: in lists, by id, in the cell dialog and in live events
 * ('new solution', 'verdict updated', 'reset solution').
 *
 * One's own, and all of them for supervisors; the freeze changes nothing, because nobody else's
 * solutions are ever sent. What a person may not know stays on the server.
 */
export function canSeeSolution(viewer: Asker, solution: Owned): boolean {
  return viewer.userId === solution.userId || isSupervisor(viewer.accessMask);
}

export function canSeeSourceCode(viewer: Asker, solution: Owned): boolean {
  return canSeeSolution(viewer, solution);
}

/** The compiler's words quote the source, so they go where the source may go. */
export function canSeeCompilationError(viewer: Asker, solution: Owned): boolean {
  return canSeeSourceCode(viewer, solution);
}

/** Whether the dialog of a scoreboard cell opens: one's own row, or any row for supervisors. */
export function canOpenCell(viewer: Asker, row: Owned, cell: { result: string }): boolean {
  return cell.result !== EMPTY_CELL && canSeeSolution(viewer, row);
}

/**
 * Who else asks for a `my`/`all` list of a contest: participants get their own solutions whatever
 * they select.
 *
 * @returns the only author whose solutions to list, or `null` for everybody's
 */
export function solutionListAuthor(viewer: Asker, select: 'my' | 'all'): number | null {
  return select === 'all' && isSupervisor(viewer.accessMask) ? null : viewer.userId;
}
