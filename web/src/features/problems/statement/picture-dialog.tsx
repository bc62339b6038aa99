import { ActionIcon, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problems/statement/picture-dialog.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

export interface PictureDialogProps {
  /** The picture to show; null closes the dialog. */
  picture: { url: string; title: string } | null;
  onClose: () => void;
}

/** A picture by itself, fitted to the window or larger. */
export function PictureDialog({ picture, onClose }: PictureDialogProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={picture !== null}
      onClose={onClose}
      size={1100}
      fullScreen={isPhone}
      title={picture?.title || t('picture.title')}
      closeButtonProps={{ 'aria-label': t('common.close'), size: 44 }}
    >
      {picture && <ZoomedPicture key={picture.url} {...picture} />}
    </Modal>
  );
}

/** Zoom factors of the fitted size. */
const ZOOMS = [1, 1.5, 2, 3, 4] as const;

function ZoomedPicture({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const zoom = ZOOMS[step] ?? 1;
  const by = (change: number) => setStep((now) => Math.min(Math.max(now + change, 0), ZOOMS.length - 1));
  useHotkeys([
    ['+', () => by(1)],
    ['=', () => by(1)],
    ['-', () => by(-1)],
    ['0', () => setStep(0)],
  ]);
  return (
    <>
      <ScrollRegion className={classes.view} label={title || t('picture.title')}>
        <button
          type="button"
          className={classes.paper}
          aria-pressed={step > 0}
          onClick={() => setStep((now) => (now === 0 ? 2 : 0))}
        >
          <img
            src={url}
            alt={title || t('picture.title')}
            className={classes.picture}
            data-is-zoomed={step > 0}
            style={{ '--zoom': zoom } as React.CSSProperties}
          />
        </button>
      </ScrollRegion>
      <div className={classes.tools}>
        <ActionIcon aria-label={t('picture.smaller')} disabled={step === 0} onClick={() => by(-1)}>
          <IconZoomOut size={20} aria-hidden />
        </ActionIcon>
        <output className={classes.zoom}>{Math.round(zoom * 100)}%</output>
        <ActionIcon
          aria-label={t('picture.larger')}
          disabled={step === ZOOMS.length - 1}
          onClick={() => by(1)}
        >
          <IconZoomIn size={20} aria-hidden />
        </ActionIcon>
      </div>
    </>
  );
}
