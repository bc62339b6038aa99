import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Smaller ones are signs in the text. */
const MIN_WIDTH_PX = 200;

/**
 * Lets pictures of a text be opened larger, by pointer and keyboard. Those that are links stay links, and formulas
 * drawn as pictures are text.
 *
 * @param text the pictures are looked for again when it changes
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
    /** For the element around the text. */
    around: {
      ref: root,
      onClick: (event: React.MouseEvent) => void open(event.target),
      onKeyDown: (event: React.KeyboardEvent) => {
        if ((event.key === 'Enter' || event.key === ' ') && open(event.target)) event.preventDefault();
      },
    },
  };
}
