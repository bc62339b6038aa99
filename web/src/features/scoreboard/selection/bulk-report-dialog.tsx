import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/selection/bulk-report-dialog.module.css';
import type { BulkAction } from '#features/scoreboard/selection/use-bulk-action.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/** People for whom an action failed, the reasons, and another try for them. */
export function BulkReportDialog({ action }: { action: BulkAction }) {
  const { t } = useTranslation();
  useFocusBack();
  const { report } = action;
  if (report === null) return null;
  const { done, failed, left } = report;
  return (
    <Modal
      opened
      onClose={action.closeReport}
      size="lg"
      title={t('selection.reportTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p className={classes.summary}>
        {t('selection.report', { done: done.length, failed: failed.length, left: left.length })}
      </p>
      {failed.length > 0 && (
        <ul className={classes.list}>
          {failed.map(({ item, error }) => (
            <li key={item.id} className={classes.line}>
              <span className={classes.name}>{item.fullName || item.username}</span>
              <span>{errorText(error)}</span>
            </li>
          ))}
        </ul>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={action.closeReport}>
          {t('common.close')}
        </Button>
        <Button onClick={action.repeat}>
          {t('selection.repeat', { count: failed.length + left.length })}
        </Button>
      </Group>
    </Modal>
  );
}
