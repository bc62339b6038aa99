import { usualOptions } from '@balloon/domain/languages/language-options.ts';
import {
  COMPILE_CPU_MS,
  compiledToMain,
  megabytes,
  NATIVE,
  runMain,
  type Toolchain,
} from '#languages/toolchain.ts';

const isPascalProgram = (text: string) => /^[ \t]*program\b/im.test(text);

/** Toolchain of Pascal in one of the compiler's dialects. */
function freePascal(sourceName: string, key: 'pascal' | 'delphi'): Toolchain {
  return {
    ...NATIVE,
    tools: ['/usr/bin/fpc'],
    versionArgv: ['/usr/bin/fpc', '-i'],
    // Other sources find a unit by its name.
    fileName: (text) => {
      const unit = /^[ \t]*unit[ \t]+(\w{1,60})/im.exec(text)?.[1];
      return unit === undefined || isPascalProgram(text) ? sourceName : `${unit.toLowerCase()}.pas`;
    },
    sourceEndings: ['.pas', '.pp', '.dpr', '.lpr'],
    isMain: isPascalProgram,
    compileCpuMs: COMPILE_CPU_MS.quick,
    options: usualOptions(key),
    compile: ({ fileName }, options) => ['/usr/bin/fpc', ...options, '-omain', fileName],
    outputs: compiledToMain,
    run: runMain,
    smallTalk: /^(?:Free Pascal Compiler version|Copyright \(c\)) .*$/gm,
    hello: `var word: string;
begin
  readln(word);
  writeln('hello ', word);
end.
`,
  };
}

export const pascal = freePascal('main.pas', 'pascal');
export const delphi = freePascal('main.dpr', 'delphi');

export const go: Toolchain = {
  tools: ['/usr/bin/go'],
  versionArgv: ['/usr/bin/go', 'version'],
  fileName: () => 'main.go',
  sourceEndings: ['.go'],
  compileCpuMs: COMPILE_CPU_MS.heavy,
  options: usualOptions('go'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/go',
    'build',
    ...options,
    '-o',
    'main',
    fileName,
    ...others,
  ],
  outputs: compiledToMain,
  // Near its limit the collector works more often instead of letting garbage reach the sandbox's limit.
  run: (_source, memoryLimitKb) => ['/usr/bin/env', `GOMEMLIMIT=${megabytes(memoryLimitKb)}MiB`, '/box/main'],
  compileEnv: {
    GO111MODULE: 'off',
    CGO_ENABLED: '0',
    GOCACHE: '/w/cache',
    GOPATH: '/w/gopath',
    GOTELEMETRY: 'off',
    GOTOOLCHAIN: 'local',
  },
  // Since Go 1.20 no compiled standard library is shipped: each compilation builds what it uses.
  processes: 128,
  runtimeMemoryKb: 16 * 1024,
  endsItselfWhenFull: false,
  crashMark: /^(?:panic|fatal error): /m,
  hello: `package main

import "fmt"

func main() {
	var word string
	fmt.Scan(&word)
	fmt.Println("hello", word)
}
`,
};

export const rust: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/rustc', '/usr/bin/cc'],
  versionArgv: ['/usr/bin/rustc', '--version'],
  fileName: () => 'main.rs',
  compileCpuMs: COMPILE_CPU_MS.templates,
  options: usualOptions('rust'),
  compile: ({ fileName }, options) => ['/usr/bin/rustc', ...options, '-o', 'main', fileName],
  outputs: compiledToMain,
  run: runMain,
  hello: `fn main() {
    let mut word = String::new();
    std::io::stdin().read_line(&mut word).unwrap();
    println!("hello {}", word.trim());
}
`,
};

export const csharp: Toolchain = {
  tools: ['/usr/bin/mono', '/usr/bin/mcs'],
  versionArgv: ['/usr/bin/mcs', '--version'],
  fileName: () => 'main.cs',
  sourceEndings: ['.cs'],
  compileCpuMs: COMPILE_CPU_MS.quick,
  options: usualOptions('csharp'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/mcs',
    ...options,
    '-out:main.exe',
    fileName,
    ...others,
  ],
  outputs: () => [{ name: 'main.exe', executable: false }],
  run: (_source, _memoryLimitKb, options) => ['/usr/bin/mono', ...options, '/box/main.exe'],
  // Otherwise Mono leaves a shared-memory file for other processes to find.
  runEnv: { MONO_DISABLE_SHARED_AREA: '1' },
  processes: 128,
  runtimeMemoryKb: 48 * 1024,
  endsItselfWhenFull: false,
  crashMark: /^(?:Unhandled Exception:|\[ERROR\] FATAL UNHANDLED EXCEPTION:)/m,
  hello: `using System;
class Hello {
  static void Main() { Console.WriteLine("hello " + Console.ReadLine()); }
}
`,
};

/** Toolchain of Ada. The compiler finds further units by itself, in files that are named after them. */
export const ada: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/gnatmake', '/usr/bin/gcc'],
  versionArgv: ['/usr/bin/gnatmake', '--version'],
  // A file must be named after its unit.
  fileName: (text) => `${/^[ \t]*procedure\s+(\w{1,60})/im.exec(text)?.[1]?.toLowerCase() ?? 'main'}.adb`,
  compileCpuMs: COMPILE_CPU_MS.quick,
  options: usualOptions('ada'),
  compile: ({ fileName }, options) => ['/usr/bin/gnatmake', ...options, '-o', 'main', fileName],
  outputs: compiledToMain,
  run: runMain,
  crashMark: /^raised [A-Z][\w.]* : /m,
  hello: `with Ada.Text_IO;
procedure Hello is
begin
   Ada.Text_IO.Put_Line ("hello " & Ada.Text_IO.Get_Line);
end Hello;
`,
};

export const d: Toolchain = {
  ...NATIVE,
  tools: ['/usr/bin/gdc'],
  versionArgv: ['/usr/bin/gdc', '--version'],
  fileName: () => 'main.d',
  sourceEndings: ['.d'],
  compileCpuMs: COMPILE_CPU_MS.templates,
  options: usualOptions('d'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/gdc',
    ...options,
    '-o',
    'main',
    fileName,
    ...others,
  ],
  outputs: compiledToMain,
  run: runMain,
  crashMark: /^[\w.]+@\S+\(\d+\)/m,
  hello: `import std.stdio, std.string;
void main() { writeln("hello ", readln().strip()); }
`,
};
