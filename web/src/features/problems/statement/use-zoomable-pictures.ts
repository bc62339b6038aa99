import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Minimum width: smaller pictures are signs in the text. */
const MIN_WIDTH_PX = 200;

/**
 * Lets pictures of a text be enlarged, by pointer and keyboard. Linked pictures stay links, and formulas
 * drawn as pictures are text.
 *
 * @param text causes a new search for pictures when it changes
 */
export function useZoomablePictures(text: string) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other pictures
  useEffect(() => {
    for (const image of root.current?.querySelectorAll('img') ?? []) {
      if (image.complete) offer(image);
      else image.addEventListener('load', () => offer(image), { once: true });
    }
  }, [text]);
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
