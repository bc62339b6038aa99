import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/test-files/test-files.module.css';

/** The author's picture of a test. It comes out of a package, and in an `img` nothing of it runs. */
export function TestPicture({ address, number }: { address: string; number: number }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === address) {
    return (
      <p className={classes.pictureFault} role="alert">
        {t('testFiles.pictureFailed')}
        <Button variant="subtle" onClick={() => setFailed(null)}>
          {t('state.retry')}
        </Button>
      </p>
    );
  }
  return (
    <a
      className={classes.picture}
      href={address}
      target="_blank"
      rel="noreferrer"
      title={t('testFiles.openPicture')}
    >
      <img
        src={address}
        alt={t('testFiles.picture', { number })}
        loading="lazy"
        onError={() => setFailed(address)}
      />
    </a>
  );
}
