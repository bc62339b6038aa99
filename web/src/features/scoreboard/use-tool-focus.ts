import { useEffect, useRef } from 'react';

/** Tool of the toolbar that leaves the screen while what it opened is there. */
export type LeavingTool = 'rewind' | 'projector';

/** The focus between such a tool and what it opens: without it, the keyboard would begin at the top of the page both ways. */
export function useToolFocus() {
  const isTaken = useRef(false);
  const back = useRef<LeavingTool | null>(null);
  useEffect(() => {
    const button = back.current && document.querySelector<HTMLElement>(`[data-tool="${back.current}"]`);
    if (!button) return;
    back.current = null;
    button.focus({ preventScroll: true });
  });
  return {
    /** Leads the focus to the next bar that comes. */
    take: () => {
      isTaken.current = true;
    },
    isTaken: () => isTaken.current,
    /** Leads the focus to the button of a tool as soon as it is there again. */
    giveBackTo: (tool: LeavingTool) => {
      isTaken.current = false;
      back.current = tool;
    },
  };
}
