import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { Button } from '@mantine/core';
import { IconEye, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { nameOf, useDesk, useDeskPlace, useTake } from '#features/jury-desk/jury-desk.data.ts';
import classes from '#features/jury-desk/jury-desk.module.css';

/** Who else has a solution open and who checks it, with the button to say so oneself. */
export function DeskBar({ solution: { id, contestId } }: { solution: Solution }) {
  const { t } = useTranslation();
  useDesk(contestId, id);
  const { looking, takenBy, isMine } = useDeskPlace(contestId, id);
  const take = useTake(contestId, id);
  const isOthers = takenBy !== null && !isMine;
  return (
    <div className={classes.bar}>
      <p className={classes.people} aria-live="polite">
        {looking.length > 0 && (
          <span>
            <IconEye size={18} aria-hidden />
            {t('desk.openAt', { names: looking.map(nameOf).join(', ') })}
          </span>
        )}
        {isOthers && (
          <strong>
            <IconUserCheck size={18} aria-hidden />
            {t('desk.takenBy', { name: nameOf(takenBy) })}
          </strong>
        )}
      </p>
      {!isOthers && (
        <Button
          variant={isMine ? 'light' : 'default'}
          leftSection={<IconUserCheck size={18} aria-hidden />}
          aria-pressed={isMine}
          loading={take.isPending}
          onClick={() => take.mutate(!isMine)}
        >
          {t('desk.take')}
        </Button>
      )}
    </div>
  );
}
