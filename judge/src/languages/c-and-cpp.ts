import { COMPILE_CPU_MS, NATIVE, type Toolchain } from '#languages/toolchain.ts';

/**
 * Flags of both compilers. No `-march=native`: every judge must build the same program.
 * Static linking would save 0.1 ms of start but breaks threads in older glibc, so programs stay dynamic.
 */
const COMMON_FLAGS = ['-O2', '-pipe', '-DONLINE_JUDGE', '-DBALLOON'];

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
  compile: ({ fileName, others = [] }) => [
    '/usr/bin/gcc',
    '-std=gnu17',
    ...COMMON_FLAGS,
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

/**
 * C++ of one standard; the header is precompiled with exactly the flags of the compilation.
 *
 * @param precompiles false for standards that only problems use: 120 MB of disk would serve few compilations
 */
function cpp(standard: string, precompiles = true): Toolchain {
  const argv = ['/usr/bin/g++', `-std=gnu++${standard}`, ...COMMON_FLAGS];
  return {
    ...NATIVE,
    tools: ['/usr/bin/g++', '/usr/include/features.h'],
    versionArgv: ['/usr/bin/g++', '--version'],
    fileName: () => 'main.cpp',
    // gcc searches /box first and finds the precompiled header there, if the judge shows one.
    sourceEndings: ['.cpp', '.cc', '.cxx', '.c++', '.C', '.c'],
    compileCpuMs: COMPILE_CPU_MS.templates,
    compile: ({ fileName, others = [] }) => [...argv, '-I/box', '-I.', '-o', 'main', fileName, ...others],
    outputs: () => [{ name: 'main', executable: true }],
    run: () => ['/box/main'],
    ...(precompiles ? { precompiledHeader: { argv, name: `gnu++${standard}` } } : {}),
    hello: CPP_HELLO,
  };
}

export const cpp11 = cpp('11', false);
export const cpp14 = cpp('14', false);
export const cpp17 = cpp('17');
export const cpp20 = cpp('20');
/** Named `2b`, which compilers before and after gcc 14 both accept. */
export const cpp23 = cpp('2b');
