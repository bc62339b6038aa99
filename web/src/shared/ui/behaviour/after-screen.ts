import {
  type PointerEvent,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { whenQuiet } from '#shared/api/browser/when-idle.ts';

/** Part of the page that is loaded after the screen, once for all who use it. */
export interface LaterPart<Module> {
  /** The part, or null until it is there. */
  loaded(): Module | null;
  load(): Promise<Module>;
}

/** Makes a part that comes later, however long the network is away. */
export function later<Module>(load: () => Promise<Module>): LaterPart<Module> {
  let loaded: Module | null = null;
  let loading: Promise<Module> | null = null;
  return {
    loaded: () => loaded,
    load() {
      loading ??= untilLoaded(load).then(
        (module) => {
          loaded = module;
          return module;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** Makes one part of two, which is there when both are: its element is replaced once, and takes over the focus then. */
export function both<First, Second>(
  first: LaterPart<First>,
  second: LaterPart<Second>,
): LaterPart<readonly [First, Second]> {
  return {
    loaded() {
      const [one, other] = [first.loaded(), second.loaded()];
      return one === null || other === null ? null : [one, other];
    },
    load: () => Promise.all([first.load(), second.load()]),
  };
}

/** A part that takes the place of something simpler, or is added to it. */
export interface AfterScreen<Module> {
  module: Module | null;
  /** Ref of the element, before and after: the later one takes over the focus. */
  element: RefObject<HTMLElement | null>;
}

/**
 * Makes a ref that knows whether its element had the focus as it left the page. Asked any earlier, a focus would be lost that
 * came while the later element was made.
 */
const makeFocusRef = (element: HTMLElement | null = null) => ({
  hadFocus: false,
  get current() {
    return element;
  },
  set current(next) {
    if (next === null) this.hadFocus = element === document.activeElement;
    element = next;
  },
});

/** Pause in ms between two looks at whether an element is still pressed. */
const PRESSED_MS = 50;

/** Resolves when nobody presses an element: one that is replaced before it is released gets no click. */
async function whenReleased(element: RefObject<HTMLElement | null>): Promise<void> {
  while (element.current?.matches(':active')) await new Promise((resolve) => setTimeout(resolve, PRESSED_MS));
}

/**
 * Makes the handlers of a plain button that a part replaces: pressing it counts, since it may be replaced before it is
 * released. A finger that touches it may be about to scroll, and counts as it is lifted.
 */
export const onPress = (want: () => void) => ({
  onClick: want,
  onPointerDown({ pointerType, button }: Pick<PointerEvent, 'pointerType' | 'button'>) {
    if (pointerType === 'mouse' && button === 0) want();
  },
});

/**
 * Returns a part, null until it is loaded: when the screen is drawn, or as soon as it is wanted.
 *
 * @param isWanted whether somebody has already used what the part serves
 */
export function useAfterScreen<Module>(part: LaterPart<Module>, isWanted = false): AfterScreen<Module> {
  const [element] = useState(() => makeFocusRef());
  const [state, setState] = useState({ module: part.loaded() });
  const isMissing = state.module === null;
  useEffect(() => {
    if (!isMissing) return;
    let isMounted = true;
    const show = async (module: Module) => {
      await whenReleased(element);
      if (isMounted) startTransition(() => setState({ module }));
    };
    const asked = isWanted ? part.load() : whenQuiet().then(() => (isMounted ? part.load() : null));
    asked.then(
      (module) => (module === null ? undefined : show(module)),
      (error: unknown) => console.warn('A part of the page did not load', error),
    );
    return () => {
      isMounted = false;
    };
  }, [part, isMissing, isWanted, element]);
  useLayoutEffect(() => {
    if (!isMissing && element.hadFocus) element.current?.focus();
  }, [isMissing, element]);
  return { module: state.module, element };
}
