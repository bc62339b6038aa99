import { useEffect, useState } from 'react';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { comesFirst } from '#shared/api/browser/when-idle.ts';

/*
 * Loading of what draws formulas. It is larger than the rest of a statement, so the text is shown first, with its
 * formulas as they were written.
 */

/** HTML of a formula, or null when it cannot be drawn. */
export type Typeset = (tex: string, isDisplay: boolean) => string | null;

/** Class of a formula that is not drawn yet; `statement.module.css` reserves its place. */
export const WAITING = 'formula-waiting';
/** Class of a text of which only the source is shown yet. */
export const WAITING_TEXT = 'text-waiting';

let loaded: Typeset | null = null;
let loading: Promise<Typeset> | null = null;

/** Returns what draws formulas if it is there already. */
export const loadedTypesetter = () => loaded;

/** Loads what draws formulas, however long the network is away. What comes after the screen waits for the first attempt only. */
export function loadTypesetter(): Promise<Typeset> {
  if (loading !== null) return loading;
  loading = untilLoaded(() => {
    const asked = import('#features/problems/statement/typeset.ts');
    comesFirst(asked);
    return asked;
  }).then(
    ({ typeset }) => {
      loaded = typeset;
      return typeset;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Returns what draws formulas, null until it is loaded; the component draws again then. */
export function useTypesetter(): Typeset | null {
  const [typesetter, setTypesetter] = useState<{ typeset: Typeset | null }>({ typeset: loaded });
  useEffect(() => {
    if (typesetter.typeset !== null) return;
    let isWanted = true;
    loadTypesetter().then(
      (typeset) => isWanted && setTypesetter({ typeset }),
      (error: unknown) => console.warn('Formulas are shown as written', error),
    );
    return () => {
      isWanted = false;
    };
  }, [typesetter]);
  return typesetter.typeset;
}
