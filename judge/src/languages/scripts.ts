import { megabytes, NATIVE, type SourceText, type Toolchain } from '#languages/toolchain.ts';

const sourceItself = ({ fileName }: SourceText) => [{ name: fileName, executable: false }];

export const python3: Toolchain = {
  ...NATIVE,
  debianPackage: 'python3',
  tools: ['/usr/bin/python3'],
  versionArgv: ['/usr/bin/python3', '--version'],
  fileName: () => 'main.py',
  // Only the syntax: a misspelt program must be a compilation error, as in any other language.
  compile: ({ fileName }) => ['/usr/bin/python3', '-s', '-m', 'py_compile', fileName],
  outputs: sourceItself,
  run: ({ fileName }) => ['/usr/bin/python3', '-B', '-s', `/box/${fileName}`],
  crashMark: /^Traceback \(most recent call last\):/m,
  runEnv: { PYTHONIOENCODING: 'utf-8', PYTHONHASHSEED: '0' },
  hello: 'print("hello", input())\n',
};

/**
 * Node's main thread may use this much stack, in KB: deep recursion is common in contests
 * and the default of about 1 MB ends it early. Must stay below the stack the sandbox allows.
 */
const NODE_STACK_KB = 60_000;

/** The judge's own Node, so that every judge has the same one and no package is needed. */
export const javascript: Toolchain = {
  debianPackage: 'nodejs',
  tools: [process.execPath],
  versionArgv: [process.execPath, '--version'],
  fileName: () => 'main.js',
  compile: ({ fileName }) => ['/box/node', '--check', fileName],
  outputs: sourceItself,
  run: ({ fileName }, memoryLimitKb) => [
    '/box/node',
    `--stack-size=${NODE_STACK_KB}`,
    `--max-old-space-size=${megabytes(memoryLimitKb)}`,
    `/box/${fileName}`,
  ],
  processes: 64,
  runtimeMemoryKb: 96 * 1024,
  endsItselfWhenFull: true,
  crashMark: /^Node\.js v\d/m,
  runtimeFile: { from: process.execPath, name: 'node' },
  hello: "console.log('hello ' + require('fs').readFileSync(0, 'utf8').trim());\n",
};
