import type { ContestControl, IntervalPreview } from '@balloon/contracts/contests/contest-control.ts';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-control/contest-control.module.css';
import { useFormats } from '#shared/text/format.ts';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/** What cutting an interval out does: to the end, to solutions and to places. */
export function IntervalConsequences({
  preview,
  counting,
  error,
}: {
  preview: IntervalPreview | undefined;
  /** Whether solutions of removed intervals count. */
  counting: ContestControl['contest']['removedSolutions'];
  error: unknown;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (error) return <p role="alert">{failureText(error)}</p>;
  if (!preview) return <Skeleton height={96} radius="sm" />;
  const { solutions, participants, rows, endBeforeMs, endAfterMs } = preview;
  const [from, to] = [formats.time(endBeforeMs), formats.time(endAfterMs)];
  return (
    <ul className={classes.consequences} aria-live="polite">
      <li>{t(`control.fallsOut.${counting}`, { count: solutions, people: participants })}</li>
      <li>{t('control.rowsMoved', { number: formats.number(rows.moved) })}</li>
      {rows.examples.map(({ user, rankBefore, rankAfter }) => (
        <li key={user.id} className={classes.example}>
          {user.fullName || user.username}: {rankBefore ?? '—'} → {rankAfter ?? '—'}
        </li>
      ))}
      <li>
        {endBeforeMs === endAfterMs ? t('control.sameEnd', { to }) : t('control.endMoves', { from, to })}
      </li>
    </ul>
  );
}
