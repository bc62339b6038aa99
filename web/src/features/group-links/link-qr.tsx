import { useTranslation } from 'react-i18next';
import classes from '#features/group-links/group-links.module.css';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { QrCode } from '#shared/ui/labels/qr-code.tsx';

/** A link as a QR code, large enough for a projector, with its address below. */
export function LinkQr({ address, groupName }: { address: string; groupName: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.qr}>
      <QrCode className={classes.code} text={address} label={t('links.qrTitle', { name: groupName })} />
      <p className={classes.intro}>{t('links.qrText')}</p>
      <div className={classes.address}>
        <code className={classes.key}>{address}</code>
        <CopyButton kind="link" text={address} label={t('links.copy')} />
      </div>
    </div>
  );
}
