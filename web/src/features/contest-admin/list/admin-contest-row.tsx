import type { ManagedContest } from '@balloon/contracts/contests/contest-form.ts';
import { contestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowRight,
  IconCopy,
  IconDeviceDesktopAnalytics,
  IconEyeOff,
  IconPencil,
  IconRestore,
  IconTrash,
  IconTrendingUp,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/contest-admin/list/admin-contests.module.css';
import { useRemoving } from '#features/contest-admin/list/use-removing.ts';
import { ContestFacts } from '#features/contest-list/contest-facts.tsx';
import { useOpenContest } from '#features/contest-list/contest-row.tsx';
import { nextTurnMs } from '#features/contests/contest-clock.tsx';
import { Countdown } from '#features/contests/countdown.tsx';
import { StatusName } from '#features/contests/status-name.tsx';
import { useRefreshListAtTurn } from '#features/contests/use-refresh-at-turns.ts';
import { useAtServerNow, useServerNow } from '#shared/api/live/server-clock.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';

/** A contest of the admin area with what can be done to it. */
export function AdminContestRow({ contest }: { contest: ManagedContest }) {
  const { t } = useTranslation();
  const status = useAtServerNow((nowMs) => contestStatus(contest, nowMs));
  const turnMs = nextTurnMs(contest, status);
  useRefreshListAtTurn(status);
  return (
    <li className={classes.row} data-status={status}>
      <div className={classes.main}>
        <p className={classes.status}>
          <StatusName status={status} />
          {turnMs !== null && (
            <span className={classes.left}>
              <TimeLeft untilMs={turnMs} /> {t(`clock.${status}`)}
            </span>
          )}
        </p>
        <h2 className={classes.name}>
          {contest.isSuspended ? (
            contest.name
          ) : (
            <Link to={`/admin/contests/edit/${contest.id}`}>{contest.name}</Link>
          )}
          {contest.isRated && (
            <Mark icon={<IconTrendingUp size={16} stroke={2} aria-hidden />}>{t('contests.rated')}</Mark>
          )}
          {!contest.isListed && (
            <Mark icon={<IconEyeOff size={16} stroke={2} aria-hidden />}>{t('adminContests.unlisted')}</Mark>
          )}
        </h2>
        <ContestFacts contest={contest} />
        <LastEdit contest={contest} />
        <GroupChips groups={contest.allowedGroups} />
      </div>
      {contest.isSuspended ? <Restore contest={contest} /> : <Actions contest={contest} />}
    </li>
  );
}

function TimeLeft({ untilMs }: { untilMs: number }) {
  return <Countdown className={classes.time} leftMs={untilMs - useServerNow()} />;
}

function Mark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.mark}>
      {icon}
      {children}
    </span>
  );
}

function LastEdit({ contest: { solutionsNumber, editedBy, editedAtMs } }: { contest: ManagedContest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const facts = [
    solutionsNumber > 0 &&
      t('adminContests.solutions', { count: solutionsNumber, number: formats.number(solutionsNumber) }),
    editedBy &&
      editedAtMs !== null &&
      t('adminContests.edited', {
        who: editedBy.fullName || editedBy.username,
        when: formats.dateTime(editedAtMs),
      }),
  ].filter(Boolean);
  return facts.length > 0 && <p className={classes.second}>{facts.join(' · ')}</p>;
}

function Actions({ contest }: { contest: ManagedContest }) {
  const { t } = useTranslation();
  const { open, isOpening } = useOpenContest(contest.id);
  const { remove, isPending } = useRemoving(contest);
  const { name } = contest;
  return (
    <div className={classes.actions}>
      <Button
        component={Link}
        to={`/contest/${contest.id}`}
        variant="default"
        loading={isOpening}
        onClick={open}
        aria-label={t('adminContests.enterNamed', { name })}
        rightSection={<IconArrowRight size={18} aria-hidden />}
      >
        {t('adminContests.enter')}
      </Button>
      <Button
        component={Link}
        to={`/admin/contests/${contest.id}/live`}
        variant="default"
        aria-label={t('adminContests.controlNamed', { name })}
        leftSection={<IconDeviceDesktopAnalytics size={18} stroke={1.7} aria-hidden />}
      >
        {t('adminContests.control')}
      </Button>
      <Tooltip label={t('adminContests.edit')}>
        <ActionIcon
          component={Link}
          to={`/admin/contests/edit/${contest.id}`}
          aria-label={t('adminContests.editNamed', { name })}
        >
          <IconPencil size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('adminContests.copy')}>
        <ActionIcon
          component={Link}
          to={`/admin/contests/copy/${contest.id}`}
          aria-label={t('adminContests.copyNamed', { name })}
        >
          <IconCopy size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('adminContests.remove')}>
        <ActionIcon
          loading={isPending}
          onClick={() => void remove()}
          aria-label={t('adminContests.removeNamed', { name })}
        >
          <IconTrash size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** Only admins restore. */
function Restore({ contest }: { contest: ManagedContest }) {
  const { t } = useTranslation();
  const { restore, isPending } = useRemoving(contest);
  if (!isAdminUser(useMe())) return null;
  return (
    <div className={classes.actions}>
      <Button
        leftSection={<IconRestore size={18} aria-hidden />}
        loading={isPending}
        onClick={() => void restore()}
      >
        {t('adminContests.restore')}
      </Button>
    </div>
  );
}
