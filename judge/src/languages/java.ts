import { javaNames } from '#languages/java-names.ts';
import { megabytes, type Toolchain } from '#languages/toolchain.ts';

/** One collector and one compiler thread: a slot is one core, and idle helper threads only cost memory. */
const SMALL_JVM = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=4', '-XX:-UsePerfData', '-Xshare:auto'];

/** Threads' stacks are touched lazily, so a large one costs nothing until it is used. */
function stackMb(memoryLimitKb: number): number {
  return Math.min(512, Math.max(8, Math.floor(megabytes(memoryLimitKb) / 4)));
}

export const java: Toolchain = {
  debianPackage: 'default-jdk-headless',
  tools: ['/usr/bin/java', '/usr/bin/javac', '/usr/bin/jar'],
  versionArgv: ['/usr/bin/java', '-version'],
  versionLine: /version/,
  fileName: (text) => javaNames(text).fileName,
  // One archive comes out, however many classes the source has. The file name has only letters by then.
  compile: ({ fileName }) => [
    '/bin/sh',
    '-c',
    `/usr/bin/javac -J-Xmx512m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -encoding UTF-8 -nowarn -d classes ${fileName} && exec /usr/bin/jar -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -c -f main.jar -C classes .`,
  ],
  outputs: () => [{ name: 'main.jar', executable: false }],
  run: ({ text }, memoryLimitKb) => [
    '/usr/bin/java',
    ...SMALL_JVM,
    `-Xmx${megabytes(memoryLimitKb)}m`,
    `-Xss${stackMb(memoryLimitKb)}m`,
    '-XX:+ExitOnOutOfMemoryError',
    '-Dfile.encoding=UTF-8',
    '-DONLINE_JUDGE=true',
    '-cp',
    '/box/main.jar',
    javaNames(text).mainClass,
  ],
  processes: 256,
  runtimeMemoryKb: 192 * 1024,
  endsItselfWhenFull: true,
  crashMark: /^Exception in thread "/m,
  hello: `public class Hello {
  public static void main(String[] args) {
    System.out.println("hello " + new java.util.Scanner(System.in).next());
  }
}
`,
};
