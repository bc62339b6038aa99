import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Minimum width: smaller pictures are signs in the text. */
const MIN_WIDTH_PX = 200;

/**
 * Lets pictures of a text be enlarged, by pointer and keyboard. Linked pictures stay links, and formulas
 * drawn as pictures are text.
 */
export function useZoomablePictures() {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState<{ url: string; title: string } | null>(null);
  const offer = useEffectEvent((image: HTMLImageElement) => {
    if (image.naturalWidth < MIN_WIDTH_PX || image.closest('a, .tex-formula') !== null) return;
    image.tabIndex = 0;
    image.setAttribute('role', 'button');
    image.setAttribute('aria-haspopup', 'dialog');
    image.setAttribute('aria-label', t('statement.zoomOf', { title: image.alt || t('picture.title') }));
  });
  // Before the first picture can have come; those of a text that is shown later are heard, too.
  useLayoutEffect(() => {
    const element = root.current;
    const onLoad = ({ target }: Event) => {
      if (target instanceof HTMLImageElement) offer(target);
    };
    element?.addEventListener('load', onLoad, true);
    return () => element?.removeEventListener('load', onLoad, true);
  }, []);
  const open = (target: EventTarget) => {
    if (!(target instanceof HTMLImageElement) || target.role !== 'button') return false;
    setPicture({ url: target.currentSrc, title: target.alt });
    return true;
  };
  return {
    picture,
    close: () => setPicture(null),
    /** Properties of the element around the text. */
    around: {
      ref: root,
      onClick: (event: React.MouseEvent) => void open(event.target),
      onKeyDown: (event: React.KeyboardEvent) => {
        if ((event.key === 'Enter' || event.key === ' ') && open(event.target)) event.preventDefault();
      },
    },
  };
}
