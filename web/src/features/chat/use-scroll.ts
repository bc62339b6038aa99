import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Distance from the end within which the dialog follows new messages. */
const END_PX = 48;
/** Distance from the beginning within which older messages are loaded. */
const OLDER_PX = 200;

/** A message on the screen, and its distance from the beginning of the loaded messages. */
interface Anchor {
  element: Element;
  offsetPx: number;
}

/**
 * Scrolling of a dialog: it stays at its end while the person is there, keeps the position when something
 * changes above, and loads older messages when the beginning is near.
 *
 * @param content element within the scroller; its messages are articles
 * @param loadOlder defined when there are older messages that are not being loaded
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
    if (follows.current) {
      // Somebody has just scrolled up, and the event that says so comes with the next frame.
      if (element.scrollTop < top.current && !isNearEnd(element)) return;
      element.scrollTop = element.scrollHeight;
      top.current = element.scrollTop;
    } else if (anchor.current?.element.isConnected) {
      const offsetPx = offsetOf(anchor.current.element, element);
      element.scrollTop += offsetPx - anchor.current.offsetPx;
      anchor.current.offsetPx = offsetPx;
    }
  }, [scroller]);

  const toEnd = useCallback(() => {
    follows.current = true;
    top.current = 0;
    setAtEnd(true);
    keepPlace();
  }, [keepPlace]);

  // Before the browser paints the change.
  useLayoutEffect(keepPlace);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    const onScroll = () => {
      // Growth below does not leave the end: only scrolling up does.
      follows.current = isNearEnd(element) || (follows.current && element.scrollTop >= top.current);
      top.current = element.scrollTop;
      anchor.current = firstSeen(element);
      setAtEnd(follows.current);
      if (element.scrollTop < OLDER_PX) loadOlder();
    };
    // Causes: the growing input, a keyboard that takes half of the screen, fonts that load late.
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

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < END_PX;

/** Finds the first message that is on the screen, at least with its end. */
function firstSeen(scroller: HTMLElement): Anchor | null {
  const fromPx = scroller.getBoundingClientRect().top;
  const messages = [...scroller.querySelectorAll('article')];
  const element = messages.find((message) => message.getBoundingClientRect().bottom > fromPx);
  return element ? { element, offsetPx: offsetOf(element, scroller) } : null;
}

/** Depends on the content above the message only, not on the scroll position. */
function offsetOf(message: Element, scroller: HTMLElement): number {
  return message.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
