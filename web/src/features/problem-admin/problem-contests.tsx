import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import { Button, Loader, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deletionQuery } from '#features/problem-admin/problem-admin.data.ts';
import classes from '#features/problem-admin/problem-table.module.css';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/** Number of contests with the problem; opens their names. */
export function ProblemContests({ problem: { id, title, contestsNumber } }: { problem: FoundProblem }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = useQuery({ ...deletionQuery(id), enabled: isOpen });
  if (contestsNumber === 0) return <span className={classes.unused}>{t('adminProblems.notUsed')}</span>;
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.useButton ?? ''}
          aria-label={t('adminProblems.contestsOf', { title, count: contestsNumber })}
        >
          {t('adminProblems.usedIn', { count: contestsNumber })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data === undefined && error === null && <Loader size="sm" aria-label={t('progress.label')} />}
        {error !== null && <p className={classes.limits}>{errorText(error)}</p>}
        {data?.contests.map((contest) => (
          <Menu.Item key={contest.id} component={Link} to={`/contest/${contest.id}`}>
            {contest.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
