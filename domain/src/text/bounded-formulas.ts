/** What is used of KaTeX, whose text of a formula may define macros of its own. */
interface Typesetter<Options> {
  renderToString(tex: string, options: Options & { macros?: object }): string;
  ParseError: new (message: string) => Error;
}

/** Its reader of signs, which puts those of a macro in place of its name. */
interface Expander {
  macros: { current: object };
  _getExpansion(name: string): unknown;
  pushTokens(signs: readonly unknown[]): void;
}

/** Signs that macros of a formula's own may put into it. Time grows faster than signs. */
const FREE = 300;
const PER_CHARACTER = 3;
const MOST = 20_000;

/**
 * Returns `renderToString` with a bound for what macros that a formula defines make of it; beyond that it is a mistake. KaTeX
 * counts how many macros it replaces, not how long they are: a line of `\def\a{…}\a\a\a…` becomes millions of signs.
 */
export function boundedFormulas<Options extends object>(
  katex: Typesetter<Options>,
  usual: Options,
): (tex: string, options: Options) => string {
  let left = Number.POSITIVE_INFINITY;
  let isOwn = false;
  const expander = expanderOf(katex, usual);
  const { _getExpansion, pushTokens } = expander;
  expander._getExpansion = function noted(name) {
    const expansion = _getExpansion.call(this, name);
    isOwn = Object.hasOwn(this.macros.current, name);
    return expansion;
  };
  expander.pushTokens = function bounded(signs) {
    if (isOwn) left -= signs.length;
    if (left < 0) throw new katex.ParseError('Its macros make it too long');
    pushTokens.call(this, signs);
  };
  return (tex, options) => {
    left = Math.min(MOST, FREE + PER_CHARACTER * tex.length);
    try {
      return katex.renderToString(tex, options);
    } finally {
      left = Number.POSITIVE_INFINITY;
    }
  };
}

/** What all readers of signs have in common, of which KaTeX shows one to each macro that is a function. */
function expanderOf<Options extends object>(katex: Typesetter<Options>, usual: Options): Expander {
  let expander: Expander | undefined;
  const macros = {
    '\\probe': (context: Expander) => {
      expander = Object.getPrototypeOf(context) as Expander;
      return '';
    },
  };
  katex.renderToString('\\probe', { ...usual, macros });
  if (!expander) throw new Error('KaTeX showed no reader of signs');
  return expander;
}
