import { Button, Group, Modal } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/outside-systems/outside.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog, which is a sheet on phones. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      size="lg"
      fullScreen={isPhone}
      title={title}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  );
}

export interface DialogFormProps extends DialogProps {
  /** Text of the button that sends. */
  submit: string;
  isSending: boolean;
  isReady?: boolean;
  /** What is wrong with the form as a whole. */
  fault: string | null;
  onSubmit: () => void;
}

/** A dialog with fields. */
export function DialogForm(props: DialogFormProps) {
  const { submit, isSending, isReady = true, fault, onSubmit, onClose, children } = props;
  const { t } = useTranslation();
  return (
    <Dialog title={props.title} onClose={onClose}>
      <SavingForm
        isSaving={isSending}
        className={classes.form}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {fault !== null && (
          <Notice tone="failure" icon={<IconAlertTriangle size={20} aria-hidden />}>
            {fault}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={!isReady}>
            {submit}
          </Button>
        </Group>
      </SavingForm>
    </Dialog>
  );
}
