import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDotsVertical,
  IconGavel,
  IconRefresh,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSolutionDecisions } from '#features/solutions/use-solution-decisions.ts';
import { VerdictDialog } from '#features/solutions/verdict-dialog.tsx';

/** Supervisors' actions on a listed solution; none while it is being judged. */
export function SolutionMenu({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const [choosesVerdict, setChoosesVerdict] = useState(false);
  const decisions = useSolutionDecisions(solution);
  const index = solution.internalSymbolIndex;
  const name = solution.author.fullName || solution.author.username;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            disabled={solution.verdictId === null || decisions.isPending}
            aria-label={t('deciding.menu', { id: solution.id })}
          >
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconGavel size={18} aria-hidden />}
            onClick={() => setChoosesVerdict(true)}
          >
            {t('deciding.changeVerdict')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={18} aria-hidden />} onClick={decisions.recheck}>
            {t('deciding.recheck')}
          </Menu.Item>
          {index !== '' && (
            <>
              <Menu.Item
                leftSection={<IconCopy size={18} aria-hidden />}
                onClick={() => decisions.duplicate(false)}
              >
                {t('deciding.duplicate')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconShieldCheck size={18} aria-hidden />}
                onClick={() => decisions.duplicate(true)}
              >
                {t('deciding.duplicateAsJury')}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Label>{t('deciding.manyLabel')}</Menu.Label>
          {index !== '' && (
            <Menu.Item onClick={() => decisions.rejudge({ problemIndex: index })}>
              {t('deciding.ofProblem', { index })}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => decisions.rejudge({ userId: solution.userId })}>
            {t('deciding.ofUser', { name })}
          </Menu.Item>
          {index !== '' && (
            <Menu.Item onClick={() => decisions.rejudge({ problemIndex: index, userId: solution.userId })}>
              {t('deciding.ofBoth', { index, name })}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={decisions.remove}>
            {t('deciding.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {choosesVerdict && <VerdictDialog solution={solution} onClose={() => setChoosesVerdict(false)} />}
    </>
  );
}
