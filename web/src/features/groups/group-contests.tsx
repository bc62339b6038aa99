import type { GroupPage } from '@balloon/contracts/people/groups.ts';
import { Button } from '@mantine/core';
import { IconBalloon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/groups/group.module.css';
import { useFormats } from '#shared/text/format.ts';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** Contests in which a group takes part, newest first. */
export function GroupContests({ page }: { page: GroupPage }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { contests, contestsNumber } = page;
  if (contests.length === 0) {
    return (
      <EmptyState
        icon={<IconBalloon size={44} stroke={1.4} aria-hidden />}
        title={t('groups.noContestsTitle')}
        text={t('groups.noContestsText')}
        action={
          <Button component={Link} to="/admin/contests/create">
            {t('groups.makeContest')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={classes.contests}>
        {contests.map(({ id, name, startTimeMs }) => (
          <li key={id} className={classes.contest}>
            <Link to={`/contest/${id}`}>{name}</Link>
            <time dateTime={new Date(startTimeMs).toISOString()}>{formats.dateTime(startTimeMs)}</time>
          </li>
        ))}
      </ul>
      {contestsNumber > contests.length && (
        <p className={classes.intro}>
          {t('groups.olderContests', { count: contestsNumber - contests.length })}
        </p>
      )}
    </>
  );
}
