import { useTranslation } from 'react-i18next';
import {
  type ListedVersion,
  NEWEST,
  usePinVersion,
} from '#features/problems/versions/problem-versions.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Returns a function that pins a contest to another version of a problem after a question. */
export function useAskToPin(problemId: number, versions: readonly ListedVersion[]) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = usePinVersion(problemId);
  /** @returns whether it was done */
  async function askToPin(contest: { id: number; name: string }, versionId: string): Promise<boolean> {
    const number = versions.find(({ uuid }) => uuid === versionId)?.versionNumber ?? 0;
    const isPin = versionId !== NEWEST;
    const isSure = await confirm({
      title: isPin ? t('versions.pinQuestion', { number }) : t('versions.unpinQuestion'),
      text: t('versions.pinText', { contest: contest.name }),
      yes: isPin ? t('versions.pin') : t('versions.unpin'),
    });
    if (!isSure) return false;
    const isDone = await mutateAsync({ contestId: contest.id, versionId }).then(
      () => true,
      () => false, // reported already
    );
    if (isDone) showDone(isPin ? t('versions.pinned', { number }) : t('versions.unpinned'));
    return isDone;
  }
  return { askToPin, isPinning: isPending };
}
