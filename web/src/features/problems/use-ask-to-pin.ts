import { useTranslation } from 'react-i18next';
import { type ListedVersion, NEWEST, usePinVersion } from '#features/problems/problem-versions.data.ts';
import { confirm } from '#shared/confirm.tsx';
import { showNotice } from '#shared/toasts.ts';

/** Asks whether a contest shall show another version of a problem, and makes it so. */
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
      () => false, // told already
    );
    if (isDone) showNotice(isPin ? t('versions.pinned', { number }) : t('versions.unpinned'));
    return isDone;
  }
  return { askToPin, isPinning: isPending };
}
