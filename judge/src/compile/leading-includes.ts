/** Headers of the C++ standard library; their order in a source is immaterial (C++20, [using.headers]). */
const STANDARD_HEADERS: ReadonlySet<string> = new Set(
  [
    'algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes',
    'ciso646 climits clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdalign',
    'cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution',
    'expected filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream',
    'iterator latch limits list locale map memory memory_resource mutex new numbers numeric optional ostream queue random',
    'ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream stack stacktrace',
    'stdexcept stdfloat stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits',
    'typeindex typeinfo unordered_map unordered_set utility valarray variant vector version bits/stdc++.h',
    'assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h stddef.h',
    'stdint.h stdio.h stdlib.h string.h time.h uchar.h wchar.h wctype.h',
  ].flatMap((line) => line.split(' ')),
);

/** Length of text that is searched; real sources include everything much earlier. */
const SEARCHED_CHARACTERS = 16 * 1024;
/** Length of the longest directive that is recognised. */
const DIRECTIVE_CHARACTERS = 80;

const INCLUDE = /^#[ \t]*include[ \t]*<([a-z+_./0-9]{1,40})>/;

/**
 * Lists the standard headers that a C++ source includes before anything else: before any other token, directive or
 * header. Whatever may change the meaning of a header (a macro, a condition, a file of the problem) ends the search, so
 * the source means the same when some of them are included once more in front of it.
 */
export function leadingIncludes(source: string): Set<string> {
  const found = new Set<string>();
  const text = source.slice(source.startsWith('\ufeff') ? 1 : 0, SEARCHED_CHARACTERS);
  for (let at = skipComments(text, 0); ; at = skipComments(text, at)) {
    const [directive = '', name = ''] = INCLUDE.exec(text.slice(at, at + DIRECTIVE_CHARACTERS)) ?? [];
    if (!STANDARD_HEADERS.has(name)) return found;
    found.add(name);
    at += directive.length;
    const end = text.indexOf('\n', at);
    const after = end === -1 ? '' : text.slice(at, end).trim();
    // A block comment may join this line to the next, which would then be no directive.
    if (end === -1 || !(after === '' || after.startsWith('//'))) return found;
  }
}

/** Returns the position after white space and comments. Stops at a comment with a backslash, which may join lines. */
function skipComments(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && ' \t\r\n\v\f'.includes(text.charAt(at))) at += 1;
    const ending = text.startsWith('//', at) ? '\n' : text.startsWith('/*', at) ? '*/' : null;
    const end = ending === null ? -1 : text.indexOf(ending, at + 2);
    if (ending === null || end === -1 || text.slice(at, end).includes('\\')) return at;
    at = end + ending.length;
  }
}
