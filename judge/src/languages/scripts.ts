import { usualOptions } from '@balloon/domain/languages/language-options.ts';
import { COMPILE_CPU_MS, megabytes, NATIVE, type SourceText, type Toolchain } from '#languages/toolchain.ts';

/** Output of languages whose compiler only checks the syntax, so that the source itself runs. */
const sourceItself = ({ fileName }: SourceText) => [{ name: fileName, executable: false }];

/** Toolchain of the judge's own Node, so that every judge has the same one and no package is needed. */
export const javascript: Toolchain = {
  tools: [process.execPath],
  versionArgv: [process.execPath, '--version'],
  fileName: () => 'main.js',
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('javascript'),
  compile: ({ fileName }, options) => ['/box/node', ...options, '--check', fileName],
  outputs: sourceItself,
  run: ({ fileName }, memoryLimitKb, options) => [
    '/box/node',
    ...options,
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
  tools: ['/usr/bin/php'],
  versionArgv: ['/usr/bin/php', '--version'],
  fileName: () => 'main.php',
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('php'),
  compile: ({ fileName }, options) => ['/usr/bin/php', ...options, '-l', fileName],
  outputs: sourceItself,
  // The sandbox limits the memory; warnings must not enter the answer.
  run: ({ fileName }, _memoryLimitKb, options) => ['/usr/bin/php', ...options, `/box/${fileName}`],
  crashMark: /^(?:PHP )?Fatal error: /m,
  smallTalk: /^No syntax errors detected in .*$/gm,
  runtimeMemoryKb: 16 * 1024,
  hello: '<?php\necho "hello " . trim(fgets(STDIN)) . "\\n";\n',
};

export const ruby: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/ruby'],
  versionArgv: ['/usr/bin/ruby', '--version'],
  fileName: () => 'main.rb',
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('ruby'),
  compile: ({ fileName }, options) => ['/usr/bin/ruby', ...options, '-c', fileName],
  outputs: sourceItself,
  run: ({ fileName }, _memoryLimitKb, options) => ['/usr/bin/ruby', ...options, `/box/${fileName}`],
  // The default of 1 MB ends recursion at about 10,000 levels. Only the used part counts as memory.
  runEnv: { RUBY_THREAD_VM_STACK_SIZE: String(256 * 1024 * 1024) },
  crashMark: /^\/box\/\S+?:\d+:in .*\(\w+\)$/m,
  smallTalk: /^Syntax OK$/gm,
  runtimeMemoryKb: 16 * 1024,
  hello: 'puts "hello #{gets.strip}"\n',
};

export const perl: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/perl'],
  versionArgv: ['/usr/bin/perl', '-e', 'print "Perl $^V\\n"'],
  fileName: () => 'main.pl',
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('perl'),
  compile: ({ fileName }, options) => ['/usr/bin/perl', ...options, '-c', fileName],
  outputs: sourceItself,
  run: ({ fileName }, _memoryLimitKb, options) => ['/usr/bin/perl', ...options, `/box/${fileName}`],
  crashMark: / at \/box\/\S+ line \d+/m,
  smallTalk: /^\S+ syntax OK$/gm,
  hello: 'my $word = <STDIN>; chomp $word; print "hello $word\\n";\n',
};

export const lua: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/lua5.4', '/usr/bin/luac5.4'],
  versionArgv: ['/usr/bin/lua5.4', '-v'],
  fileName: () => 'main.lua',
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('lua'),
  compile: ({ fileName }, options) => ['/usr/bin/luac5.4', ...options, '-p', fileName],
  outputs: sourceItself,
  run: ({ fileName }, _memoryLimitKb, options) => ['/usr/bin/lua5.4', ...options, `/box/${fileName}`],
  crashMark: /^lua5\.4: /m,
  hello: 'print("hello " .. io.read())\n',
};

export const bash: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/bash'],
  versionArgv: ['/usr/bin/bash', '--version'],
  fileName: () => 'main.sh',
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('bash'),
  compile: ({ fileName }, options) => ['/usr/bin/bash', ...options, '-n', fileName],
  outputs: sourceItself,
  run: ({ fileName }, _memoryLimitKb, options) => ['/usr/bin/bash', ...options, `/box/${fileName}`],
  hello: 'read -r word\necho "hello $word"\n',
};

export const r: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/Rscript', '/usr/lib/R/bin/exec/R'],
  versionArgv: ['/usr/bin/Rscript', '--version'],
  fileName: () => 'main.r',
  compileCpuMs: COMPILE_CPU_MS.check,
  options: usualOptions('r'),
  compile: ({ fileName }, options) => [
    '/usr/bin/Rscript',
    ...options,
    '-e',
    `invisible(parse("${fileName}"))`,
  ],
  outputs: sourceItself,
  run: ({ fileName }, _memoryLimitKb, options) => ['/usr/bin/Rscript', ...options, `/box/${fileName}`],
  // Several threads of the linear algebra library would only compete for one core.
  runEnv: { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
  runtimeMemoryKb: 96 * 1024,
  crashMark: /^(?:Error(?: in .*)?:|Execution halted)/m,
  hello: 'cat("hello", readLines(file("stdin"), n = 1), "\\n")\n',
};
