import type { ChangedMeanwhile } from '@balloon/contracts/site/audit.ts';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SettingChanges } from '#features/contest-admin/changes/setting-changes.tsx';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFormats } from '#shared/text/format.ts';

export interface MeanwhileDialogProps {
  /** What others changed since the form was filled; null closes the dialog. */
  changed: ChangedMeanwhile | null;
  /** Puts the edits of the form on top of theirs. */
  onKeep: () => void;
  /** Drops the edits of the form. */
  onTake: () => void;
  onClose: () => void;
}

/** Says who changed what while the form was open. Nothing is stored until the editor has looked and saves again. */
export function MeanwhileDialog({ changed, onKeep, onTake, onClose }: MeanwhileDialogProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={changed !== null}
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      title={t('meanwhile.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {changed && <Edits edits={changed.edits} />}
      <p className={classes.note}>{t('meanwhile.text')}</p>
      <div className={classes.buttons}>
        <Button onClick={onKeep} data-autofocus>
          {t('meanwhile.keep')}
        </Button>
        <Button variant="default" onClick={onTake}>
          {t('meanwhile.take')}
        </Button>
      </div>
    </Modal>
  );
}

function Edits({ edits }: Pick<ChangedMeanwhile, 'edits'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ul className={classes.edits}>
      {edits.map(({ version, editor, editedAtMs, changed, before, after }) => (
        <li key={version}>
          <p className={classes.problemTitle}>
            {editor ? editor.fullName || editor.username : t('meanwhile.somebody')},{' '}
            {formats.dateTime(editedAtMs)}
          </p>
          <SettingChanges
            changes={changed.map((field) => ({
              field,
              before: before?.[field],
              after: after?.[field],
            }))}
          />
        </li>
      ))}
    </ul>
  );
}
