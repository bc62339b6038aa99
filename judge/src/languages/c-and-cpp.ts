import { usualOptions } from '@balloon/domain/languages/language-options.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { COMPILE_CPU_MS, NATIVE, type Toolchain } from '#languages/toolchain.ts';

/*
 * The usual options have no `-march=native`: every judge must build the same program.
 * Static linking would save 0.1 ms of start but breaks threads in older glibc, so programs stay dynamic.
 */

const C_HELLO = `#include <stdio.h>
int main(void) { char word[80]; if (scanf("%79s", word) != 1) return 1; printf("hello %s\\n", word); }
`;

const CPP_HELLO = `#include <iostream>
#include <string>
int main() { std::string word; std::cin >> word; std::cout << "hello " << word << std::endl; }
`;

export const c: Toolchain = {
  ...NATIVE,
  // The C library's headers are listed because they change independently of the compiler.
  tools: ['/usr/bin/gcc', '/usr/include/features.h'],
  versionArgv: ['/usr/bin/gcc', '--version'],
  fileName: () => 'main.c',
  sourceEndings: ['.c'],
  compileCpuMs: COMPILE_CPU_MS.quick,
  options: usualOptions('c'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/gcc',
    ...options,
    '-I.',
    '-o',
    'main',
    fileName,
    ...others,
    '-lm',
  ],
  outputs: () => [{ name: 'main', executable: true }],
  run: () => ['/box/main'],
  hello: C_HELLO,
};

type CppKey = Extract<LanguageKey, `cpp${string}`>;

/**
 * C++ of one standard; the header is precompiled with exactly the usual flags of the compilation.
 *
 * @param precompiles false for standards that only problems use: 120 MB of disk would serve few compilations
 */
function cpp(key: CppKey, precompiles = true): Toolchain {
  const options = usualOptions(key);
  const argv = ['/usr/bin/g++', ...options.compile];
  return {
    ...NATIVE,
    tools: ['/usr/bin/g++', '/usr/include/features.h'],
    versionArgv: ['/usr/bin/g++', '--version'],
    fileName: () => 'main.cpp',
    // gcc searches /box first and finds the precompiled header there, if the judge shows one.
    sourceEndings: ['.cpp', '.cc', '.cxx', '.c++', '.C', '.c'],
    compileCpuMs: COMPILE_CPU_MS.templates,
    options,
    compile: ({ fileName, others = [] }, flags) => [
      '/usr/bin/g++',
      ...flags,
      '-I/box',
      '-I.',
      '-o',
      'main',
      fileName,
      ...others,
    ],
    outputs: () => [{ name: 'main', executable: true }],
    run: () => ['/box/main'],
    ...(precompiles ? { precompiledHeader: { argv, name: `gnu++${key.slice('cpp'.length)}` } } : {}),
    hello: CPP_HELLO,
  };
}

export const cpp11 = cpp('cpp11', false);
export const cpp14 = cpp('cpp14', false);
export const cpp17 = cpp('cpp17');
export const cpp20 = cpp('cpp20');
export const cpp23 = cpp('cpp23');
