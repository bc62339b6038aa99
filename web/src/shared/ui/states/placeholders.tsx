import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/states/placeholders.module.css';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Placeholder in the shape of a list while it loads: a name with facts below it, and a figure at the end. */
export function RowsPlaceholder({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true" aria-label={t('progress.label')}>
      {Array.from({ length: rows }, (_, row) => ({ row, width: 26 + ((row * 17) % 23) })).map(
        ({ row, width }) => (
          <div key={row} className={classes.row}>
            <div className={classes.names}>
              <Skeleton height={17} width={`${width}%`} my={3} />
              <Skeleton height={13} width={`${width + 14}%`} mt={8} mb={3} />
            </div>
            <Skeleton height={15} width={72} my={4} />
          </div>
        ),
      )}
    </div>
  );
}

/** Placeholder in the shape of a form while its values load: labels above fields. */
export function FormPlaceholder({ fields = 4 }: { fields?: number }) {
  const { t } = useTranslation();
  return (
    <div className={classes.fields} role="status" aria-busy="true" aria-label={t('progress.label')}>
      {Array.from({ length: fields }, (_, field) => `field ${field}`).map((field) => (
        <div key={field}>
          <Skeleton height={14} width={120} mb={8} />
          <Skeleton height={42} />
        </div>
      ))}
    </div>
  );
}

/** Screen without its content yet, whose name is known: rows while that loads, or the error with another try. */
export function AwaitedScreen({
  title,
  className,
  error,
  onRetry,
}: {
  title: string;
  /** Class of the screen with its content: the name stands at the same place. */
  className: string | undefined;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <div className={className ?? ''}>
      <h1 className={classes.title}>{title}</h1>
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <RowsPlaceholder />}
    </div>
  );
}
