import { type FocusEvent, useEffect, useRef } from 'react';
import { whenFocusIsLost } from '#shared/ui/behaviour/is-focus-lost.ts';

/** Where the keyboard was last in the list. */
interface LastFocus {
  control: HTMLElement;
  card: HTMLElement;
  position: number;
}

/**
 * Keeps the keyboard in a list of cards: where a pressed control goes with its action, such as that of closing a question, the
 * focus goes to its card, or to the one that took the place of a card that left the list.
 *
 * @param state another value whenever controls or cards may have gone
 */
export function useFocusInList(state: string) {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<LastFocus>(null);
  const known = useRef(state);
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    return whenFocusIsLost(() => {
      // Whoever has pressed elsewhere in the meantime goes on from there.
      if (list.current && last.current && !last.current.control.isConnected) {
        focusNear(last.current, list.current);
      }
    });
  }, [state]);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const card = target.closest('article');
    if (card) last.current = { control: target, card, position: cardsOf(currentTarget).indexOf(card) };
  };
  return { ref: list, onFocus, tabIndex: -1 };
}

const cardsOf = (list: HTMLElement) => [...list.querySelectorAll('article')];

function focusNear({ card, position }: LastFocus, list: HTMLElement): void {
  const cards = cardsOf(list);
  const next = card.isConnected ? card : (cards[position] ?? cards.at(-1) ?? list);
  next.tabIndex = -1;
  next.focus({ preventScroll: card.isConnected });
}
