import { usualOptions } from '@balloon/domain/languages/language-options.ts';
import { COMPILE_CPU_MS, megabytes, NATIVE, type Toolchain } from '#languages/toolchain.ts';

const HELLO = 'print("hello", input())\n';
const CRASH = /^Traceback \(most recent call last\):/m;
/**
 * Checks the syntax of files as `py_compile` does, which is brought only to tell what is wrong: it takes twice as long as the rest.
 * Warnings have been told by then.
 */
const CHECK = `
import sys
try:
    for name in sys.argv[1:]:
        with open(name, 'rb') as file:
            compile(file.read(), name, 'exec', dont_inherit=True)
except Exception:
    import py_compile, warnings
    warnings.simplefilter('ignore')
    py_compile.main()
`;
/**
 * Isolated, since the check itself imports modules of the standard library, whose names the files may have, too; without the
 * packages of the site, which it does not need.
 */
const CHECK_SYNTAX = ['-I', '-S', '-c', CHECK];
const ENVIRONMENT = { PYTHONIOENCODING: 'utf-8', PYTHONHASHSEED: '0' };

export const python3: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/python3'],
  versionArgv: ['/usr/bin/python3', '--version'],
  fileName: () => 'main.py',
  // Checks only the syntax, also of modules: a misspelt program must be a compilation error, as in any other language.
  sourceEndings: ['.py'],
  importsByName: true,
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('python3'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/python3',
    ...options,
    ...CHECK_SYNTAX,
    fileName,
    ...others,
  ],
  outputs: ({ fileName }) => [{ name: fileName, executable: false }],
  run: ({ fileName }, _memoryLimitKb, options) => ['/usr/bin/python3', ...options, `/box/${fileName}`],
  crashMark: CRASH,
  runEnv: ENVIRONMENT,
  hello: HELLO,
};

export const pypy3: Toolchain = {
  tools: ['/usr/bin/pypy3'],
  versionArgv: ['/usr/bin/pypy3', '--version'],
  versionLine: /PyPy/,
  fileName: () => 'main.py',
  sourceEndings: ['.py'],
  importsByName: true,
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('pypy3'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/pypy3',
    ...options,
    ...CHECK_SYNTAX,
    fileName,
    ...others,
  ],
  outputs: ({ fileName }) => [{ name: fileName, executable: false }],
  // Near its limit the collector works more often instead of letting garbage reach the sandbox's limit.
  run: ({ fileName }, memoryLimitKb, options) => [
    '/usr/bin/env',
    `PYPY_GC_MAX=${megabytes(memoryLimitKb)}MB`,
    // The default is a part of the processor's cache: hundreds of megabytes on some servers, so that memory verdicts
    // depended on the machine, and slower there.
    'PYPY_GC_NURSERY=4MB',
    '/usr/bin/pypy3',
    ...options,
    `/box/${fileName}`,
  ],
  processes: 64,
  // Memory of the interpreter itself, its nursery and the machine code that it makes.
  runtimeMemoryKb: 96 * 1024,
  endsItselfWhenFull: true,
  crashMark: CRASH,
  runEnv: ENVIRONMENT,
  hello: HELLO,
};
