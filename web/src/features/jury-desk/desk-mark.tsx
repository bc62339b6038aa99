import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { IconEye, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nameOf, useDeskPlace } from '#features/jury-desk/jury-desk.data.ts';
import classes from '#features/jury-desk/jury-desk.module.css';

/** Mark of a listed solution that another supervisor looks into or somebody checks; absent where nobody does. */
export function DeskMark({ solution: { id, contestId } }: { solution: Solution }) {
  const { t } = useTranslation();
  const { looking, takenBy } = useDeskPlace(contestId, id);
  if (looking.length === 0 && takenBy === null) return null;
  const others = looking.filter(({ id: userId }) => userId !== takenBy?.id);
  const names = others.map(nameOf).join(', ');
  return (
    <span className={classes.mark}>
      {takenBy && (
        <span title={t('desk.takenBy', { name: nameOf(takenBy) })}>
          <IconUserCheck size={16} role="img" aria-label={t('desk.checks')} />
          {nameOf(takenBy)}
        </span>
      )}
      {names !== '' && (
        <span title={t('desk.openAt', { names })}>
          <IconEye size={16} role="img" aria-label={t('desk.looks')} />
          {names}
        </span>
      )}
    </span>
  );
}
