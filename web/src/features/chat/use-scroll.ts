import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end the person follows what comes. */
const END_PX = 48;
/** So near to the beginning older messages are loaded. */
const OLDER_PX = 200;

export interface ScrollOptions {
  /** Of the oldest message on the screen. */
  firstId: number | undefined;
  /** Loads older ones, when there are some and they are not on their way. */
  loadOlder: () => void;
}

/**
 * The scrolling of a dialog: it stays at its end while the person is there, stays where the person reads when older
 * messages come in above, and asks for those when the beginning is near.
 */
export function useChatScroll(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { firstId, loadOlder }: ScrollOptions,
) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const height = useRef(0);
  const oldestId = useRef(firstId);

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    follows.current = true;
    setAtEnd(true);
    element.scrollTop = element.scrollHeight;
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const isOlder = firstId !== undefined && oldestId.current !== undefined && firstId < oldestId.current;
    if (isOlder && !follows.current) element.scrollTop += element.scrollHeight - height.current;
    oldestId.current = firstId;
    height.current = element.scrollHeight;
  }, [scroller, firstId]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null || content.current === null) return;
    const onScroll = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < END_PX;
      setAtEnd(follows.current);
      height.current = element.scrollHeight;
      if (element.scrollTop < OLDER_PX) loadOlder();
    };
    // Messages, the line that somebody types, a keyboard that takes half of the screen.
    const observer = new ResizeObserver(() => {
      if (follows.current) element.scrollTop = element.scrollHeight;
      height.current = element.scrollHeight;
      if (element.scrollTop < OLDER_PX) loadOlder();
    });
    observer.observe(element);
    observer.observe(content.current);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, content, loadOlder]);

  return { isAtEnd, toEnd };
}
