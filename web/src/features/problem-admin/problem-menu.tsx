import type { FoundProblem } from '@balloon/contracts/problem-admin.ts';
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

/** Actions on a problem that are rarer than those beside it. */
export function ProblemMenu({ problem }: { problem: FoundProblem }) {
  const { t } = useTranslation();
  const { id, title, isDeleted, canRescan } = problem;
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
            <Menu.Item
              component={Link}
              to={`/admin/problems/upload?problem=${id}`}
              leftSection={<IconUpload size={18} aria-hidden />}
            >
              {t('adminProblems.uploadVersion')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconRefresh size={18} aria-hidden />}
              disabled={!canRescan}
              onClick={rescan}
            >
              {t(canRescan ? 'adminProblems.rescan' : 'adminProblems.cannotRescan')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
