import { hasMain, javaNames } from '#languages/java-names.ts';
import { megabytes, type Toolchain } from '#languages/toolchain.ts';

/** One collector and one compiler thread: a slot is one core, and idle helper threads only cost memory. */
const SMALL_JVM = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=4', '-XX:-UsePerfData', '-Xshare:auto'];

/** Threads' stacks are touched lazily, so a large one costs nothing until it is used. */
function stackMb(memoryLimitKb: number): number {
  return Math.min(512, Math.max(8, Math.floor(megabytes(memoryLimitKb) / 4)));
}

/** The virtual machine, as a solution of this memory limit gets it. */
function jvm(memoryLimitKb: number): string[] {
  return [
    '/usr/bin/java',
    ...SMALL_JVM,
    `-Xmx${megabytes(memoryLimitKb)}m`,
    `-Xss${stackMb(memoryLimitKb)}m`,
    '-XX:+ExitOnOutOfMemoryError',
    '-Dfile.encoding=UTF-8',
    '-DONLINE_JUDGE=true',
  ];
}

/** What running on it means: many threads, code and collector beside the heap, a heap that says when it is full. */
const ON_JVM = {
  processes: 256,
  runtimeMemoryKb: 192 * 1024,
  endsItselfWhenFull: true,
  crashMark: /^Exception in thread "/m,
} as const;

export const java: Toolchain = {
  ...ON_JVM,
  debianPackage: 'default-jdk-headless',
  tools: ['/usr/bin/java', '/usr/bin/javac', '/usr/bin/jar'],
  versionArgv: ['/usr/bin/java', '-version'],
  versionLine: /version/,
  fileName: (text) => javaNames(text).fileName,
  sourceEndings: ['.java'],
  isMain: hasMain,
  // One archive comes out, however many classes there are. File names have nothing that a shell minds.
  compile: ({ fileName, others = [] }) => [
    '/bin/sh',
    '-c',
    `/usr/bin/javac -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -encoding UTF-8 -nowarn -d classes ${[fileName, ...others].join(' ')} && exec /usr/bin/jar -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -c -f main.jar -C classes .`,
  ],
  outputs: () => [{ name: 'main.jar', executable: false }],
  run: ({ text }, memoryLimitKb) => [
    ...jvm(memoryLimitKb),
    '-cp',
    '/box/main.jar',
    javaNames(text).mainClass,
  ],
  hello: `public class Hello {
  public static void main(String[] args) {
    System.out.println("hello " + new java.util.Scanner(System.in).next());
  }
}
`,
};

export const kotlin: Toolchain = {
  ...ON_JVM,
  debianPackage: 'kotlin',
  tools: ['/usr/bin/kotlinc', '/usr/bin/java'],
  versionArgv: ['/usr/bin/kotlinc', '-version'],
  versionLine: /kotlinc/,
  fileName: () => 'main.kt',
  // The compiler writes the name of the class with `main` into the archive, wherever the source puts it.
  sourceEndings: ['.kt'],
  compile: ({ fileName, others = [] }) => [
    '/usr/bin/kotlinc',
    '-nowarn',
    '-include-runtime',
    '-d',
    'main.jar',
    fileName,
    ...others,
  ],
  compileEnv: { JAVA_OPTS: '-Xmx768m -Xss64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto' },
  compileCpuMs: 60_000,
  outputs: () => [{ name: 'main.jar', executable: false }],
  run: (_source, memoryLimitKb) => [...jvm(memoryLimitKb), '-jar', '/box/main.jar'],
  hello: 'fun main() { println("hello " + readLine()) }\n',
};
