import type { Compiler, InstalledLanguage } from '#languages/installed.ts';
import { COMPILE_CPU_MS, type Toolchain } from '#languages/toolchain.ts';

/*
 * Programs of ICPC packages that bring their own two commands: `build`, if there is one, makes any files in its
 * folder, and `run` starts the program there. The files left by `build` travel as one archive, which is unpacked
 * inside the sandbox before each run: it is as untrusted as any program, so it is never unpacked on the host.
 */

/** Takes Windows' line ends out of a script: with one after the name of its interpreter, that is not found. */
const unixLines = (script: string) =>
  `{ test "$(head -c 2 ${script} 2>/dev/null)" != '#!' || sed -i 's/\\r$//' ${script}; }`;

const BUILD = [
  'chmod -R u+x -- *',
  unixLines('build'),
  '{ test ! -e build || ./build; }',
  unixLines('run'),
  'chmod u+x run',
  // The scratch directory holds /tmp and /dev/shm as well.
  'tar --exclude=./.tmp --exclude=./.shm -cf .tmp/program.tar .',
  'mv .tmp/program.tar program.tar',
].join(' && ');

const RUN = 'mkdir .program && tar -xf /box/program.tar -C .program && cd .program && exec ./run "$@"';

/** Toolchain with room for anything that `run` may start, a Java machine as well. */
const script: Toolchain = {
  tools: ['/bin/sh', '/usr/bin/tar'],
  versionArgv: ['/usr/bin/tar', '--version'],
  fileName: () => 'build',
  options: { compile: [], run: [] },
  compile: () => ['/bin/sh', '-c', BUILD],
  compileCpuMs: COMPILE_CPU_MS.heavy,
  outputs: () => [{ name: 'program.tar', executable: false }],
  run: () => ['/bin/sh', '-c', RUN, 'run'],
  processes: 256,
  runtimeMemoryKb: 512 * 1024,
  endsItselfWhenFull: false,
  hello: '',
};

const SCRIPT: Compiler = {
  key: 'script',
  version: 'build and run',
  stamp: `${BUILD} | ${RUN}`,
  toolchain: script,
};

/** Returns the language of an author's program: one of this machine, or `script`. */
export function authorCompiler(
  { languages }: { languages: ReadonlyMap<string, InstalledLanguage> },
  key: string,
): Compiler | undefined {
  return key === SCRIPT.key ? SCRIPT : languages.get(key);
}
