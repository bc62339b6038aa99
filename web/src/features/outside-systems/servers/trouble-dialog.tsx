import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { troubleQuery } from '#features/outside-systems/data/outside.data.ts';
import { Dialog } from '#features/outside-systems/dialogs/dialog-form.tsx';
import classes from '#features/outside-systems/outside.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** The request that failed and the beginning of what came back, as text: a foreign page is never drawn. */
export function TroubleDialog({ troubleId, onClose }: { troubleId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: trouble, error, refetch } = useQuery(troubleQuery(troubleId));
  return (
    <Dialog title={trouble ? t(`outside.kind.${trouble.kind}`) : t('outside.openPage')} onClose={onClose}>
      {!trouble && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!trouble && !error && <Skeleton height={240} role="status" aria-label={t('progress.label')} />}
      {trouble && (
        <div className={classes.form}>
          <p className={classes.foreign}>{trouble.message}</p>
          {trouble.evidence && (
            <>
              <p className={classes.foreign}>
                {t('outside.asked', { url: trouble.evidence.url, status: trouble.evidence.status })}
              </p>
              <div className={classes.pageHead}>
                <span>{t('outside.pageBegins')}</span>
                <CopyButton text={trouble.evidence.body} label={t('outside.copyPage')} />
              </div>
              <ScrollRegion as="pre" className={classes.pageText} label={t('outside.pageBegins')}>
                {trouble.evidence.body}
              </ScrollRegion>
            </>
          )}
          <p className={classes.note}>{t(`outside.advice.${trouble.kind}`)}</p>
        </div>
      )}
    </Dialog>
  );
}
