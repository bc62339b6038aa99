import { useEffect, useEffectEvent } from 'react';

/** Prints the page as soon as what the component draws has its fonts, and tells when the person is back. */
export function usePrinting(onPrinted: () => void): void {
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    const listener = () => printed();
    addEventListener('afterprint', listener, { once: true });
    void document.fonts.ready.then(() => window.print());
    return () => removeEventListener('afterprint', listener);
  }, []);
}
