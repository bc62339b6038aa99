import { MAX_ADJUSTMENT_REASON } from '@balloon/contracts/contests/control-limits.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ReasonFieldProps {
  reason: string;
  isMissing: boolean;
  onChange: (reason: string) => void;
}

/** The reason that a form asks for; its field says that it is missing once somebody has tried without one. */
export function useReason() {
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const isMissing = text.trim() === '';
  const field: ReasonFieldProps = { reason: text, isMissing: isTried && isMissing, onChange: setText };
  return {
    text,
    field,
    isGiven(): boolean {
      setIsTried(true);
      return !isMissing;
    },
  };
}

/** Reason of a decision about a window, which stands in the log of changes. */
export function ReasonField({ reason, isMissing, onChange }: ReasonFieldProps) {
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
