import { MAX_ADJUSTMENT_REASON } from '@balloon/contracts/control-limits.ts';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Reason of a decision about a window, which stands in the log of changes. */
export function ReasonField({
  reason,
  isMissing,
  onChange,
}: {
  reason: string;
  isMissing: boolean;
  onChange: (reason: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <Textarea
      label={t('adjust.reason')}
      description={t('windows.reasonHint')}
      required
      value={reason}
      maxLength={MAX_ADJUSTMENT_REASON}
      autosize
      minRows={2}
      error={isMissing ? t('adjust.reasonNeeded') : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
