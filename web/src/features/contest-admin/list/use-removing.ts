import type { ManagedContest } from '@balloon/contracts/contests/contest-form.ts';
import { contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { removeContest, restoreContest } from '#features/contest-admin/contest-admin.data.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { createFormats } from '#shared/text/format.ts';
import { currentLocale } from '#shared/text/i18n.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';
import { showUndoable } from '#shared/ui/toasts/undo-toast.tsx';

/** Removes a contest and restores it, each after a question that says in numbers what happens. */
export function useRemoving(contest: ManagedContest) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const isAdmin = isAdminUser(useMe());
  const { name } = contest;
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['contests'] });
  // Only admins restore.
  const undo = () => restoreContest(contest.id).then(refresh);
  const change = useMutation({
    mutationFn: (isRemoved: boolean) => (isRemoved ? removeContest : restoreContest)(contest.id),
    onSuccess: (_, isRemoved) => {
      const done = t(isRemoved ? 'adminContests.removed' : 'adminContests.restored', { name });
      if (isRemoved && isAdmin) showUndoable(done, { undo, undone: t('adminContests.restored', { name }) });
      else showDone(done);
      return refresh();
    },
  });
  return {
    isPending: change.isPending,
    async remove() {
      const isWanted = await confirm({
        title: t('adminContests.removeTitle', { name }),
        text: removalText(contest),
        yes: t('adminContests.remove'),
        isDestructive: true,
      });
      if (isWanted) change.mutate(true);
    },
    async restore() {
      const isWanted = await confirm({
        title: t('adminContests.restoreTitle', { name }),
        text: [t('adminContests.restoreText'), whatHangsOn(contest)].join(' '),
        yes: t('adminContests.restore'),
      });
      if (isWanted) change.mutate(false);
    },
  };
}

function removalText(contest: ManagedContest): string {
  const status = contestStatus(contest, serverNowMs());
  const isLive = status === 'RUNNING' || status === 'FROZEN';
  return [
    isLive && i18next.t('adminContests.removeLive'),
    i18next.t('adminContests.removeText'),
    whatHangsOn(contest),
  ]
    .filter(Boolean)
    .join(' ');
}

function whatHangsOn({ participantsNumber, solutionsNumber }: ManagedContest): string {
  const number = createFormats(currentLocale()).number(solutionsNumber);
  return i18next.t('adminContests.hangsOn', {
    participants: i18next.t('contests.participants', { count: participantsNumber }),
    solutions: i18next.t('adminContests.solutions', { count: solutionsNumber, number }),
  });
}
