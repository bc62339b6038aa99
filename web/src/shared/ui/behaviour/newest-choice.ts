/** Choice of an address with all changes that are on their way there. */
export interface NewestChoice<Choice> {
  readonly choice: Choice;
  /** Notes a change. @returns the address to which it goes */
  change(parts: Partial<Choice>, pathOf: (choice: Choice) => string): string;
  /** Notes what is drawn: an address that is awaited, or another one, which counts alone. */
  isDrawn(path: string, choice: Choice): void;
}

/** Begins with the choice that is drawn now, at its address. */
export function createNewestChoice<Choice extends object>(
  path: string,
  choice: Choice,
): NewestChoice<Choice> {
  let newest = choice;
  let present = path;
  /** Addresses on their way, oldest first. */
  let awaited: readonly string[] = [];
  return {
    get choice() {
      return newest;
    },
    change(parts, pathOf) {
      newest = { ...newest, ...parts };
      const target = pathOf(newest);
      awaited = [...awaited, target];
      return target;
    },
    isDrawn(drawn, drawnChoice) {
      if (drawn === present && awaited.at(-1) !== drawn) return; // drawn again while a change is on its way
      present = drawn;
      const at = awaited.lastIndexOf(drawn);
      awaited = at < 0 ? [] : awaited.slice(at + 1);
      if (awaited.length === 0) newest = drawnChoice;
    },
  };
}
