import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { verdictKey, verdictTone } from '#shared/ui/labels/verdict.ts';
import classes from '#shared/ui/labels/verdict-name.module.css';

const SIGNS = {
  accepted: IconCheck,
  wrong: IconX,
  technical: IconAlertTriangle,
  ignored: IconMinus,
} as const;

export interface VerdictNameProps {
  verdictId: number;
  /** The server's English name, for a verdict that this page does not know. */
  fallback?: string | undefined;
}

/** A final verdict: sign, colour and name. */
export function VerdictName({ verdictId, fallback }: VerdictNameProps) {
  const { t, i18n } = useTranslation();
  const tone = verdictTone(verdictId);
  const Sign = SIGNS[tone];
  const key = verdictKey(verdictId);
  return (
    <span className={classes.verdict} data-tone={tone}>
      <Sign size={16} stroke={2.6} aria-hidden />
      {i18n.exists(key) ? t(key) : (fallback ?? t('verdict.10'))}
    </span>
  );
}
