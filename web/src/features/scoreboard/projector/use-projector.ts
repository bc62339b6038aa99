import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { readStored, writeStored } from '#shared/api/browser/storage.ts';

/** Time that a page is shown, in milliseconds. */
export const SPEEDS = { slow: 20_000, normal: 12_000, fast: 6_000 } as const;
export type Speed = keyof typeof SPEEDS;
const SPEED_NAMES = Object.keys(SPEEDS) as Speed[];
const STORAGE_KEY = 'projector-speed';
const FORWARD = ['ArrowRight', 'ArrowDown', 'PageDown'];
const BACK = ['ArrowLeft', 'ArrowUp', 'PageUp'];

export interface Show {
  /** Index of the first row on the page. */
  first: number;
  rowsPerPage: number;
  pages: number;
  isPaused: boolean;
  speed: Speed;
  togglePause(): void;
  setSpeed(speed: Speed): void;
  turn(pages: 1 | -1): void;
}

/** Turns the pages of a table that does not fit, automatically and by keys: arrows turn, space and a click pause. */
export function useProjector(
  stage: RefObject<HTMLElement | null>,
  body: RefObject<HTMLTableSectionElement | null>,
  rowsNumber: number,
): Show {
  const rowsPerPage = useRowsThatFit(stage, body, rowsNumber > 0);
  const pages = Math.max(1, Math.ceil(rowsNumber / rowsPerPage));
  const [wantedPage, setPage] = useState(0);
  const page = Math.min(wantedPage, pages - 1); // people may leave
  const [isPaused, setIsPaused] = useState(false);
  const [speed, setSpeed] = useState<Speed>(readSpeed);
  const turn = (by: 1 | -1, from = page) => setPage((from + by + pages) % pages);
  const togglePause = () => setIsPaused((was) => !was);

  const showAfter = useEffectEvent((shown: number) => turn(1, shown));
  // Each page stays its whole time, also one turned to by hand.
  useEffect(() => {
    if (isPaused || pages === 1) return;
    const timer = setTimeout(() => showAfter(page), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [isPaused, pages, speed, page]);

  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    const isOnControl = target instanceof Element && target.closest('[data-controls]') !== null;
    if (!isOnControl) togglePause();
  });
  useEffect(() => {
    const element = stage.current;
    const listener = (event: MouseEvent) => onClick(event);
    element?.addEventListener('click', listener);
    return () => element?.removeEventListener('click', listener);
  }, [stage]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isOnControl = event.target instanceof HTMLButtonElement;
    if (event.key === ' ' && !isOnControl) togglePause();
    else if (FORWARD.includes(event.key)) turn(1);
    else if (BACK.includes(event.key)) turn(-1);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return {
    first: page * rowsPerPage,
    rowsPerPage,
    pages,
    isPaused,
    speed,
    togglePause,
    turn,
    setSpeed: (newSpeed) => {
      writeStored(STORAGE_KEY, newSpeed);
      setSpeed(newSpeed);
    },
  };
}

function readSpeed(): Speed {
  const stored = readStored<unknown>(STORAGE_KEY, 'normal');
  return SPEED_NAMES.find((name) => name === stored) ?? 'normal';
}

/** Returns the number of rows that fit between the head and the foot. */
function useRowsThatFit(
  stage: RefObject<HTMLElement | null>,
  body: RefObject<HTMLTableSectionElement | null>,
  hasRows: boolean,
): number {
  const [count, setCount] = useState(10);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element || !hasRows) return;
    const measure = () => {
      const row = body.current?.rows[0];
      const room = body.current?.closest('[data-room]');
      const head = room?.querySelector('thead');
      if (!row || !room || !head) return;
      // Not the position of the rows, which may be moving.
      const height = room.getBoundingClientRect().bottom - head.getBoundingClientRect().bottom;
      setCount(Math.max(1, Math.floor(height / row.getBoundingClientRect().height)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage, body, hasRows]);
  return count;
}
