import type { OwnParts } from '@balloon/contracts/contests.ts';
import { Button } from '@mantine/core';
import { IconUser, IconUsersGroup } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMatch } from 'react-router';
import classes from '#features/contest-frame/part-notice.module.css';
import { askPart } from '#features/contests/ask-part.ts';
import { hasChoice, ownPartsQuery } from '#features/contests/own-part.ts';

/** Says to a member of teams on every screen of a contest as whom they take part, and lets them change that. */
export function PartNotice({ contestId }: { contestId: number }) {
  const { data: parts } = useQuery(ownPartsQuery(contestId));
  return parts && parts.teams.length > 0 ? <Part contestId={contestId} parts={parts} /> : null;
}

function Part({ contestId, parts }: { contestId: number; parts: OwnParts }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const team = parts.teams.find(({ id }) => id === parts.teamId);
  const isAbout = useMatch('/contest/:contestId') !== null;
  const Icon = team ? IconUsersGroup : IconUser;
  return (
    <div className={classes.part}>
      <Icon className={classes.icon} size={20} stroke={1.7} aria-hidden />
      <p className={classes.text}>
        <span className={classes.who}>
          {team ? t('part.isTeam', { name: team.name }) : t('part.isMyself')}
        </span>
        {isAbout && parts.isHeld && hasChoice(parts) && (
          <span className={classes.held}>{t('part.held')}</span>
        )}
      </p>
      {hasChoice(parts) && !parts.isHeld && (
        <Button variant="default" size="xs" onClick={() => void askPart(queryClient, contestId)}>
          {t('part.change')}
        </Button>
      )}
    </div>
  );
}
