import { usualOptions } from '@balloon/domain/languages/language-options.ts';
import {
  COMPILE_CPU_MS,
  compiledToMain,
  megabytes,
  NATIVE,
  runMain,
  type Toolchain,
} from '#languages/toolchain.ts';

export const haskell: Toolchain = {
  tools: ['/usr/bin/ghc'],
  versionArgv: ['/usr/bin/ghc', '--version'],
  fileName: () => 'main.hs',
  compileCpuMs: COMPILE_CPU_MS.heavy,
  options: usualOptions('haskell'),
  compile: ({ fileName }, options) => ['/usr/bin/ghc', ...options, '-o', 'main', fileName],
  outputs: compiledToMain,
  // Heap and stack share the memory; near the limit the collector compacts in place, since a copy would not fit.
  run: (_source, memoryLimitKb) => [
    '/box/main',
    '+RTS',
    `-M${megabytes(memoryLimitKb)}m`,
    `-K${megabytes(memoryLimitKb)}m`,
    '-RTS',
  ],
  processes: 64,
  runtimeMemoryKb: 16 * 1024,
  endsItselfWhenFull: true,
  crashMark: /^main: /m,
  hello: 'main :: IO ()\nmain = do\n  word <- getLine\n  putStrLn ("hello " ++ word)\n',
};

export const ocaml: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/ocamlopt', '/usr/bin/gcc'],
  versionArgv: ['/usr/bin/ocamlopt', '-v'],
  fileName: () => 'main.ml',
  sourceEndings: ['.ml'],
  // Modules must stand before their users.
  compileCpuMs: COMPILE_CPU_MS.templates,
  options: usualOptions('ocaml'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/ocamlopt',
    ...options,
    '-o',
    'main',
    ...others,
    fileName,
  ],
  outputs: compiledToMain,
  run: runMain,
  crashMark: /^Fatal error: exception /m,
  hello: 'let () = Printf.printf "hello %s\\n" (read_line ())\n',
};
