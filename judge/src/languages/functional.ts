import { compiledToMain, megabytes, NATIVE, runMain, type Toolchain } from '#languages/toolchain.ts';

export const haskell: Toolchain = {
  debianPackage: 'ghc',
  tools: ['/usr/bin/ghc'],
  versionArgv: ['/usr/bin/ghc', '--version'],
  fileName: () => 'main.hs',
  compile: ({ fileName }) => ['/usr/bin/ghc', '-O2', '-rtsopts', '-o', 'main', fileName],
  outputs: compiledToMain,
  // Heap and stack are one; near the limit the collector compacts in place, for which a copy would not fit.
  run: (_source, memoryLimitKb) => [
    '/box/main',
    '+RTS',
    `-M${megabytes(memoryLimitKb)}m`,
    `-K${megabytes(memoryLimitKb)}m`,
    '-RTS',
  ],
  compileCpuMs: 60_000,
  processes: 64,
  runtimeMemoryKb: 16 * 1024,
  endsItselfWhenFull: true,
  crashMark: /^main: /m,
  hello: 'main :: IO ()\nmain = do\n  word <- getLine\n  putStrLn ("hello " ++ word)\n',
};

export const ocaml: Toolchain = {
  ...NATIVE,
  debianPackage: 'ocaml-nox',
  tools: ['/usr/bin/ocamlopt', '/usr/bin/gcc'],
  versionArgv: ['/usr/bin/ocamlopt', '-v'],
  fileName: () => 'main.ml',
  sourceEndings: ['.ml'],
  // What a module uses must stand before it.
  compile: ({ fileName, others = [] }) => [
    '/usr/bin/ocamlopt',
    '-I',
    '+unix',
    '-I',
    '+str',
    'unix.cmxa',
    'str.cmxa',
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
