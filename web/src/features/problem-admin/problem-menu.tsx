import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconExternalLink,
  IconRefresh,
  IconRestore,
  IconUpload,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProblemChanges } from '#features/problem-admin/use-problem-changes.ts';
import { useSystemName } from '#shared/text/system-name.ts';

/** Actions on a problem that are rarer than those beside it. */
export function ProblemMenu({ problem }: { problem: FoundProblem }) {
  const { t } = useTranslation();
  const { id, title, isDeleted, outside } = problem;
  const systemName = useSystemName();
  const { rescan, restore, isPending } = useProblemChanges(problem);
  return (
    <Menu withinPortal>
      <Menu.Target>
        <ActionIcon loading={isPending} aria-label={t('adminProblems.menu', { title })}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isDeleted ? (
          <Menu.Item leftSection={<IconRestore size={18} aria-hidden />} onClick={restore}>
            {t('adminProblems.restore')}
          </Menu.Item>
        ) : (
          <>
            <Menu.Item
              component={Link}
              to={`/problems/${id}`}
              leftSection={<IconExternalLink size={18} aria-hidden />}
            >
              {t('adminProblems.openPage')}
            </Menu.Item>
            {outside === null ? (
              <OfPackage problem={problem} onRescan={rescan} />
            ) : (
              <Menu.Item leftSection={<IconRefresh size={18} aria-hidden />} onClick={rescan}>
                {t('adminProblems.readAgain', { system: systemName(problem.systemType) })}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What makes the next version of a problem that is judged here. */
function OfPackage({
  problem: { id, canRescan },
  onRescan,
}: {
  problem: FoundProblem;
  onRescan: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item
        component={Link}
        to={`/admin/problems/upload?problem=${id}`}
        leftSection={<IconUpload size={18} aria-hidden />}
      >
        {t('adminProblems.uploadVersion')}
      </Menu.Item>
      <Menu.Item leftSection={<IconRefresh size={18} aria-hidden />} disabled={!canRescan} onClick={onRescan}>
        {t(canRescan ? 'adminProblems.rescan' : 'adminProblems.cannotRescan')}
      </Menu.Item>
    </>
  );
}
