import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRollBack } from '#features/problems/versions/problem-versions.data.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

/** Restores the shown version of the problem, after a question that states the consequences. */
export function RestoreButton({ problem }: { problem: ProblemPage }) {
  const { t } = useTranslation();
  const navigate = useNavigateHere();
  const { mutate, isPending } = useRollBack(problem.id, (newest, number) => {
    showNotice(t('versions.restored', { number, newest }));
    void navigate(`/problems/${problem.id}`);
  });
  const { versionNumber: number, connectedContests } = problem;
  const followers = connectedContests.filter((contest) => contest.versionNumber === null).length;
  async function restore() {
    const isSure = await confirm({
      title: t('versions.restoreQuestion', { number }),
      text: [
        t('versions.restoreText', { next: problem.latestVersionNumber + 1 }),
        followers > 0 && t('versions.followers', { count: followers }),
      ]
        .filter(Boolean)
        .join(' '),
      yes: t('versions.restore'),
    });
    if (!isSure) return;
    mutate(number);
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRestore size={18} aria-hidden />}
      loading={isPending}
      onClick={() => void restore()}
    >
      {t('versions.restoreNumber', { number })}
    </Button>
  );
}
