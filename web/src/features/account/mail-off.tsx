import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Outcome } from '#features/account/outcome.tsx';

/** Notice that this site sends no mail, and whom to ask instead. */
export function MailOff({ text, action }: { text: string; action: { to: string; text: string } }) {
  const { t } = useTranslation();
  return (
    <Outcome
      icon={<IconMailOff size={28} stroke={1.6} aria-hidden />}
      text={
        <>
          <p>
            <b>{t('auth.mailOff')}</b>
          </p>
          <p>{text}</p>
        </>
      }
      action={action}
    />
  );
}
