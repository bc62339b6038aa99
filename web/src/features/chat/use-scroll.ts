import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end the person follows what comes. */
const END_PX = 48;
/** So near to the beginning older messages are loaded. */
const OLDER_PX = 200;

/** A message that is on the screen, and how far it is from the beginning of all that is loaded. */
interface Anchor {
  element: Element;
  offsetPx: number;
}

/**
 * The scrolling of a dialog: it stays at its end while the person is there, keeps in place what the person reads when
 * something changes above, and asks for older messages when the beginning is near.
 *
 * @param content within the scroller; its messages are articles
 * @param loadOlder when there are some and they are not on their way
 */
export function useChatScroll(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  loadOlder: () => void,
) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const top = useRef(0);
  const anchor = useRef<Anchor | null>(null);

  const keepPlace = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    if (follows.current) element.scrollTop = element.scrollHeight;
    else if (anchor.current?.element.isConnected) {
      const offsetPx = offsetOf(anchor.current.element, element);
      element.scrollTop += offsetPx - anchor.current.offsetPx;
      anchor.current.offsetPx = offsetPx;
    }
  }, [scroller]);

  const toEnd = useCallback(() => {
    follows.current = true;
    setAtEnd(true);
    keepPlace();
  }, [keepPlace]);

  // Before anybody sees what this drawing has changed.
  useLayoutEffect(keepPlace);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    const onScroll = () => {
      const isNearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX;
      // What grows below takes nobody away from the end: only going up does.
      follows.current = isNearEnd || (follows.current && element.scrollTop >= top.current);
      top.current = element.scrollTop;
      anchor.current = firstSeen(element);
      setAtEnd(follows.current);
      if (element.scrollTop < OLDER_PX) loadOlder();
    };
    // The line that somebody types, a keyboard that takes half of the screen, letters that load late.
    const observer = new ResizeObserver(() => {
      keepPlace();
      if (element.scrollTop < OLDER_PX) loadOlder();
    });
    observer.observe(element);
    observer.observe(content.current);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content, keepPlace, loadOlder]);

  return { isAtEnd, toEnd };
}

/** The first message that is on the screen, at least with its end. */
function firstSeen(scroller: HTMLElement): Anchor | null {
  const fromPx = scroller.getBoundingClientRect().top;
  const messages = [...scroller.querySelectorAll('article')];
  const element = messages.find((message) => message.getBoundingClientRect().bottom > fromPx);
  return element ? { element, offsetPx: offsetOf(element, scroller) } : null;
}

/** Depends on what is above the message, and not on how far somebody has scrolled. */
function offsetOf(message: Element, scroller: HTMLElement): number {
  return message.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
