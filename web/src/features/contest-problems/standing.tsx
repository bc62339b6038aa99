import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-problems/standing.module.css';

/** The person's result on a problem; nothing when they have not tried it. */
export function Standing({ standing }: { standing: ListedContestProblem['verdictStatus'] }) {
  const { t } = useTranslation();
  const { accepted, wrongsNumber } = standing;
  if (accepted) {
    return (
      <span className={classes.standing} data-tone="accepted">
        <IconCheck size={18} stroke={2.6} aria-hidden />
        {t('problems.solved')}
        {wrongsNumber > 0 && (
          <span className={classes.tries}>{t('problems.triesBefore', { count: wrongsNumber })}</span>
        )}
      </span>
    );
  }
  if (wrongsNumber === 0) return null;
  return (
    <span className={classes.standing} data-tone="wrong">
      <IconX size={18} stroke={2.6} aria-hidden />
      {t('problems.tries', { count: wrongsNumber })}
    </span>
  );
}
