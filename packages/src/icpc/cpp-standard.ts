import type { LanguageKey } from '@balloon/domain/languages.ts';

/**
 * Packages say `.cpp` and nothing of the standard. Nearly all sources are valid C++17, and old ones would stumble
 * over names that are new in C++20; these are the signs of a source that needs more.
 */
const SIGNS: readonly { languages: readonly LanguageKey[]; sign: RegExp }[] = [
  {
    languages: ['cpp23'],
    sign: /#\s*include\s*<(?:print|expected|generator|mdspan|flat_map|flat_set|stdfloat)>|\bstd::(?:print|println|expected|unreachable|byteswap)\b|\b(?:views|ranges)::(?:zip|enumerate|chunk|slide|adjacent|cartesian_product|fold_left|to)\b/,
  },
  {
    languages: ['cpp20', 'cpp23'],
    sign: /#\s*include\s*<(?:ranges|concepts|span|bit|numbers|compare|format|coroutine|source_location|latch|barrier|semaphore|stop_token|syncstream)>|\b(?:std::)?(?:ranges|views)::\w|<=>|^\s*(?:template\s*<.*>\s*)?concept\s+\w+\s*=|\b(?:consteval|constinit|co_yield|co_await)\b|\brequires\s*[({]|\bstd::(?:popcount|midpoint|lerp|has_single_bit|bit_ceil|bit_floor|bit_width|countl_zero|countr_zero|ssize|span|numbers|integral|floating_point|identity|jthread|format)\b|\[\]\s*<\s*(?:typename|class|int|auto)\b|\bstd::erase_if\b|\b(?:numbers::pi|bit_cast)\b/m,
  },
];

/** Standards that a source asks for, the best one first; empty where C++17 will do. */
export function standardsNeeded(text: string): readonly LanguageKey[] {
  return SIGNS.find(({ sign }) => sign.test(text))?.languages ?? [];
}
