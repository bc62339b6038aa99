import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { Button } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/problems/problem.module.css';
import { NEWEST } from '#features/problems/versions/problem-versions.data.ts';
import { useAskToPin } from '#features/problems/versions/use-ask-to-pin.ts';

/** Contests that use a problem, each with its version and a button to pin it to the version on the screen. */
export function ConnectedContests({ problem }: { problem: ProblemPage }) {
  const { t } = useTranslation();
  const { connectedContests, versions, versionNumber: shown, latestVersionNumber } = problem;
  const { askToPin, isPinning } = useAskToPin(problem.id, versions);
  if (connectedContests.length === 0) return <p>{t('problem.noContests')}</p>;
  const shownUuid = versions.find(({ versionNumber }) => versionNumber === shown)?.uuid;
  return (
    <section aria-label={t('problem.contests')}>
      <h2 className={classes.heading}>{t('problem.contests')}</h2>
      <ul className={classes.contests}>
        {connectedContests.map((contest) => (
          <li key={contest.id}>
            <Link to={`/contest/${contest.id}`} className={classes.contest}>
              {contest.name}
            </Link>
            <span className={classes.shows}>
              {contest.versionNumber === null
                ? latestVersionNumber > 0 && t('versions.showsNewest', { number: latestVersionNumber })
                : t('versions.showsPinned', { number: contest.versionNumber })}
            </span>
            {contest.versionNumber !== null && (
              <PinButton
                label={t('versions.unpin')}
                contest={contest.name}
                isBusy={isPinning}
                onClick={() => void askToPin(contest, NEWEST)}
              />
            )}
            {shownUuid !== undefined && contest.versionNumber !== shown && (
              <PinButton
                label={t('versions.pinNumber', { number: shown })}
                contest={contest.name}
                isBusy={isPinning}
                onClick={() => void askToPin(contest, shownUuid)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PinButton({
  label,
  contest,
  isBusy,
  onClick,
}: {
  label: string;
  contest: string;
  isBusy: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPin size={16} aria-hidden />}
      aria-label={`${label}: ${contest}`}
      disabled={isBusy}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
