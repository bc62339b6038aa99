import fc from 'fast-check';

type Mutation = (page: string) => string;

/** Takes one of the places of a pattern; undefined when there is none. */
const placeOf = (page: string, pattern: RegExp, at: number) => {
  const found = [...page.matchAll(pattern)];
  return found[Math.floor(at * found.length)];
};

const KINDS: Record<string, (at: number, length: number) => Mutation> = {
  /** Connection that broke. */
  cut: (at) => (page) => page.slice(0, Math.floor(at * page.length)),
  /** Redesign: one class or name is another everywhere. */
  renamed: (at) => (page) => {
    const name = placeOf(page, /(?:class|id|name)=["']?([\w-]+)/gi, at)?.[1];
    return name === undefined ? page : page.replaceAll(name, `new${name.length}`);
  },
  /** Redesign: one kind of element is another everywhere. */
  retagged: (at) => (page) => {
    const tag = placeOf(page, /<(\w+)/g, at)?.[1];
    return tag === undefined
      ? page
      : page.replaceAll(`<${tag}`, '<SECTION').replaceAll(`</${tag}`, '</SECTION');
  },
  removed: (at, length) => (page) => {
    const start = Math.floor(at * page.length);
    return page.slice(0, start) + page.slice(start + length);
  },
  garbled: (at, length) => (page) => {
    const number = placeOf(page, /\d+/g, at);
    if (!number) return page;
    const garbage = ['', '-', 'x', '1e9', 'NaN', '9'.repeat(30)][length % 6];
    return page.slice(0, number.index) + garbage + page.slice(number.index + number[0].length);
  },
};

/** Makes what a page may turn into: cut anywhere, with other classes or elements, with characters lost or garbled. */
export function mutatedPage(page: string): fc.Arbitrary<string> {
  const one = fc
    .tuple(
      fc.constantFrom(...Object.values(KINDS)),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.integer({ min: 1, max: 60 }),
    )
    .map(([kind, at, length]) => kind(at, length));
  return fc
    .array(one, { minLength: 1, maxLength: 3 })
    .map((mutations) => mutations.reduce((text, mutate) => mutate(text), page));
}
