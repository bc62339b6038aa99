import { expect, test } from 'vitest';
import { leadingIncludes } from '#compile/leading-includes.ts';

test.each([
  ['#include <iostream>\n#include <vector>\nint main() {}\n#include <map>', ['iostream', 'vector']],
  [
    '\ufeff// Task A\r\n/* by\n nobody */ # include<iostream>\r\n\r\n\t#\tinclude <cmath> // sqrt\r\nx',
    ['iostream', 'cmath'],
  ],
  ['#include <vector>\n#include <bits/stdc++.h>\nusing namespace std;', ['vector', 'bits/stdc++.h']],
  ['#include <iostream>', ['iostream']],
  ['', []],
])('headers in front of everything else are found: %j', (source, expected) => {
  expect([...leadingIncludes(source)]).toEqual(expected);
});

test.each([
  ['a macro', '#include <map>\n#define int long long\n#include <set>'],
  ['a condition', '#include <map>\n#ifdef ONLINE_JUDGE\n#include <set>\n#endif'],
  ['a pragma', '#include <map>\n#pragma GCC optimize("O3")\n#include <set>'],
  ['a file of the problem', '#include <map>\n#include "grader.h"\n#include <set>'],
  ['a header that is not of the standard library', '#include <map>\n#include <sys/time.h>\n#include <set>'],
  ['a token', '#include <map>\n;\n#include <set>'],
  ['a second directive on one line', '#include <map> #include <set>'],
  ['a comment that joins two lines', '#include <map> /*\n*/ #include <set>'],
  ['a comment that a backslash continues', '#include <map>\n// \\\n#include <set>'],
  ['a comment that a backslash and a space continue', '#include <map> // \\ \n#include <set>'],
  ['the end of a comment over two lines', '#include <map>\n/* *\\\n/ #define set map\n/* */\n#include <set>'],
  ['a comment without an end', '#include <map>\n/*\n#include <set>'],
])('the search ends at %s', (_what, source) => {
  expect([...leadingIncludes(source)]).toEqual(['map']);
});

test('a source that is nothing but comments takes linear time', () => {
  const flood = '/**/'.repeat(16_000);
  expect([...leadingIncludes(`${flood}#include <map>`)]).toEqual([]);
});
