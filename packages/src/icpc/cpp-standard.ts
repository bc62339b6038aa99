import type { LanguageKey } from '@balloon/domain/languages/languages.ts';

const either = (words: string) => `(?:${words.split(' ').join('|')})`;
const header = (names: string) => `#[ \\t]*include[ \\t]*<${either(names)}>`;
const inStd = (names: string) => `\\bstd::${either(names)}\\b`;

/**
 * Signs of a source that needs C++23. Packages state `.cpp` and no standard; nearly all sources are valid C++17, and
 * old ones would clash with names that are new in C++20.
 */
const CPP23_SIGNS = new RegExp(
  [
    header('print expected generator mdspan flat_map flat_set stdfloat'),
    inStd('print println expected unreachable byteswap'),
    `\\b(?:views|ranges)::${either('zip enumerate chunk slide adjacent cartesian_product fold_left to')}\\b`,
  ].join('|'),
);
const CPP20_SIGNS = new RegExp(
  [
    header('ranges concepts span bit numbers compare format coroutine source_location'),
    header('latch barrier semaphore stop_token syncstream'),
    inStd(
      'popcount midpoint lerp has_single_bit bit_ceil bit_floor bit_width countl_zero countr_zero ssize span',
    ),
    inStd('bit_cast numbers integral floating_point identity jthread format erase_if'),
    '\\b(?:ranges|views)::\\w',
    `\\b${either('consteval constinit co_yield co_await')}\\b|\\bconcept\\s+\\w+\\s*=|\\brequires\\s*[({]`,
    // Members of strings, sets and maps; lambdas that are templates.
    `\\.${either('contains starts_with ends_with')}\\(|\\[\\]<${either('typename class int auto')}\\b|<=>`,
  ].join('|'),
);

/** Standards that a source needs, the best one first; empty where C++17 is enough. */
export function standardsNeeded(text: string): readonly LanguageKey[] {
  if (CPP23_SIGNS.test(text)) return ['cpp23'];
  return CPP20_SIGNS.test(text) ? ['cpp20', 'cpp23'] : [];
}
