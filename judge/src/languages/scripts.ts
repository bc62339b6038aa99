import { megabytes, NATIVE, type SourceText, type Toolchain } from '#languages/toolchain.ts';

/** What these have in common: the compiler only checks the syntax, and the source is what runs. */
const sourceItself = ({ fileName }: SourceText) => [{ name: fileName, executable: false }];

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

export const php: Toolchain = {
  ...NATIVE,
  debianPackage: 'php-cli',
  tools: ['/usr/bin/php'],
  versionArgv: ['/usr/bin/php', '--version'],
  fileName: () => 'main.php',
  compile: ({ fileName }) => ['/usr/bin/php', '-d', 'display_errors=stderr', '-l', fileName],
  outputs: sourceItself,
  // The sandbox limits the memory; warnings must not get into the answer.
  run: ({ fileName }) => [
    '/usr/bin/php',
    '-d',
    'memory_limit=-1',
    '-d',
    'display_errors=stderr',
    '-d',
    'log_errors=0',
    `/box/${fileName}`,
  ],
  crashMark: /^(?:PHP )?Fatal error: /m,
  runtimeMemoryKb: 16 * 1024,
  hello: '<?php\necho "hello " . trim(fgets(STDIN)) . "\\n";\n',
};

export const ruby: Toolchain = {
  ...NATIVE,
  debianPackage: 'ruby',
  tools: ['/usr/bin/ruby'],
  versionArgv: ['/usr/bin/ruby', '--version'],
  fileName: () => 'main.rb',
  compile: ({ fileName }) => ['/usr/bin/ruby', '-c', fileName],
  outputs: sourceItself,
  run: ({ fileName }) => ['/usr/bin/ruby', `/box/${fileName}`],
  // The default of 1 MB ends recursion at some 10,000 levels. Only what is used counts as memory.
  runEnv: { RUBY_THREAD_VM_STACK_SIZE: String(256 * 1024 * 1024) },
  crashMark: /^\/box\/\S+?:\d+:in .*\(\w+\)$/m,
  runtimeMemoryKb: 16 * 1024,
  hello: 'puts "hello #{gets.strip}"\n',
};

export const perl: Toolchain = {
  ...NATIVE,
  debianPackage: 'perl',
  tools: ['/usr/bin/perl'],
  versionArgv: ['/usr/bin/perl', '-e', 'print "Perl $^V\\n"'],
  fileName: () => 'main.pl',
  compile: ({ fileName }) => ['/usr/bin/perl', '-c', fileName],
  outputs: sourceItself,
  run: ({ fileName }) => ['/usr/bin/perl', `/box/${fileName}`],
  crashMark: / at \/box\/\S+ line \d+/m,
  hello: 'my $word = <STDIN>; chomp $word; print "hello $word\\n";\n',
};

export const lua: Toolchain = {
  ...NATIVE,
  debianPackage: 'lua5.4',
  tools: ['/usr/bin/lua5.4', '/usr/bin/luac5.4'],
  versionArgv: ['/usr/bin/lua5.4', '-v'],
  fileName: () => 'main.lua',
  compile: ({ fileName }) => ['/usr/bin/luac5.4', '-p', fileName],
  outputs: sourceItself,
  run: ({ fileName }) => ['/usr/bin/lua5.4', `/box/${fileName}`],
  crashMark: /^lua5\.4: /m,
  hello: 'print("hello " .. io.read())\n',
};
