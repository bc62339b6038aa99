import type { JudgingFault } from '@balloon/contracts/socket/events.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useNavigate } from 'react-router';
import classes from '#features/messages/inbox/inbox.module.css';
import { useSocketEvent } from '#shared/api/live/socket.ts';
import { closeButton } from '#shared/ui/toasts/toasts.ts';

/** Address of the solutions of a problem that judges failed at. */
export const failedSolutionsPath = (contestId: number, problemId: number) =>
  `/contest/${contestId}/solutions/all?problems=${problemId}&verdicts=${VERDICTS.judgingError.id}`;

/** Notifies supervisors when judging fails on a problem; the server says so once per problem and cause. */
export function useJudgingFaults(contestId: number): void {
  const navigate = useNavigate();
  useSocketEvent('judging fault', (fault) => {
    if (fault.contestId === contestId) {
      showFault(fault, () => void navigate(failedSolutionsPath(contestId, fault.problemId)));
    }
  });
}

/** Shows a notice that stays until somebody closes it: judging goes on failing meanwhile. */
function showFault({ problemId, symbolIndex, cause }: JudgingFault, open: () => void): void {
  const id = `judging fault ${problemId} ${cause}`;
  notifications.hide(id);
  notifications.show({
    id,
    color: 'red',
    role: 'alert',
    className: 'toast toast-error',
    autoClose: false,
    closeButtonProps: closeButton(),
    title: i18next.t('faults.title', { index: symbolIndex }),
    message: (
      <>
        {i18next.t(`faults.${cause}`)}
        <br />
        <button
          type="button"
          className={classes.open}
          onClick={() => {
            notifications.hide(id);
            open();
          }}
        >
          {i18next.t('faults.open')}
        </button>
      </>
    ),
  });
}

/** Component that calls `useJudgingFaults`, for frames that are not of supervisors alone. */
export function JudgingFaults({ contestId }: { contestId: number }) {
  useJudgingFaults(contestId);
  return null;
}
