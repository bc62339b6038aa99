import type { BalloonQueue } from '@balloon/contracts/hall/balloons.ts';
import { IconSnowflake } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { BalloonBoard } from '#features/balloons/balloon-board.tsx';
import { BalloonSettingsButton } from '#features/balloons/balloon-settings-button.tsx';
import { useBalloons } from '#features/balloons/balloons.data.ts';
import classes from '#features/balloons/balloons.module.css';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ContestHead } from '#shared/ui/lists/list-head.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { SocketIndicator } from '#shared/ui/states/socket-indicator.tsx';

/** /admin/contests/{id}/balloons for supervisors, /contest/{id}/balloons for runners */
export function Component() {
  const contestId = Number(useParams().contestId);
  return <Balloons key={contestId} contestId={contestId} />;
}

function Balloons({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data: queue, error, refetch } = useBalloons(contestId);
  usePageTitle(queue && t('balloons.title', { contest: queue.contest.name }), error);
  // Somebody who may no longer carry is shown that, not the last list.
  if (!queue || isRefused(error)) {
    const title = t('balloons.heading');
    return <AwaitedScreen className={classes.page} {...{ title, error }} onRetry={() => void refetch()} />;
  }
  return (
    <div className={classes.page}>
      <BalloonsHead queue={queue} />
      <HeldBack queue={queue} />
      <BalloonBoard queue={queue} />
    </div>
  );
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 404;

function BalloonsHead({ queue: { contest } }: { queue: BalloonQueue }) {
  const { t } = useTranslation();
  const { isSupervisor } = useMe();
  return (
    <ContestHead title={t('balloons.heading')} contest={contest.name} isPrinted={false}>
      <SocketIndicator />
      {isSupervisor && <Link to={`/admin/contests/${contest.id}/live`}>{t('adminContests.control')}</Link>}
      {isSupervisor && <BalloonSettingsButton contestId={contest.id} />}
    </ContestHead>
  );
}

/** Says in the freeze why no balloons come. */
function HeldBack({ queue: { isFrozen, rules } }: { queue: BalloonQueue }) {
  const { t } = useTranslation();
  if (!isFrozen || rules.inFreeze === 'yes') return null;
  return (
    <div className="no-print">
      <Notice tone="warning" icon={<IconSnowflake size={20} aria-hidden />}>
        {rules.inFreeze === 'no'
          ? t('balloons.frozen')
          : t('balloons.frozenUntil', { count: rules.untilNumber })}
      </Notice>
    </div>
  );
}
