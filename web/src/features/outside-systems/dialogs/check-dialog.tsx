import { useTranslation } from 'react-i18next';
import { Dialog } from '#features/outside-systems/dialogs/dialog-form.tsx';
import { JobSteps } from '#features/outside-systems/dialogs/job-steps.tsx';

export interface CheckDialogProps {
  /** Name of the account. */
  name: string;
  jobId: number;
  onClose: () => void;
}

/** Shows how an account is signed in with, step by step. Nothing is sent. */
export function CheckDialog({ name, jobId, onClose }: CheckDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('outside.checkTitle', { name })} onClose={onClose}>
      <JobSteps jobId={jobId} done={t('outside.checkDone')} onClose={onClose} />
    </Dialog>
  );
}
