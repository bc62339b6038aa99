import { usualOptions } from '@balloon/domain/languages/language-options.ts';
import { hasMain, javaNames } from '#languages/java-names.ts';
import { COMPILE_CPU_MS, megabytes, type Toolchain } from '#languages/toolchain.ts';

/** Options for compilers, which run for a second: they collect nothing and optimise little. */
const SMALL_TOOL = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Stack size in MB. Stacks of threads are touched lazily, so a large one costs nothing until it is used. */
function stackMb(memoryLimitKb: number): number {
  return Math.min(512, Math.max(8, Math.floor(megabytes(memoryLimitKb) / 4)));
}

/** Command line of the virtual machine under a memory limit, which no option changes: the last one counts. */
function jvm(memoryLimitKb: number, options: readonly string[]): string[] {
  return [
    '/usr/bin/java',
    ...options,
    `-Xmx${megabytes(memoryLimitKb)}m`,
    `-Xss${stackMb(memoryLimitKb)}m`,
    '-XX:+ExitOnOutOfMemoryError',
  ];
}

/** Compiler with the options that decide whether the archive of its classes fits. */
const JAVAC = ['/usr/bin/javac', ...['-Xmx512m', ...SMALL_TOOL].map((option) => `-J${option}`)];

/** Name of the archive of the compiler's classes, which compilations see in /box once it is made. */
const JAVAC_CLASSES = 'javac.jsa';

/** Options for the archive, where there is one. A machine that cannot use it would warn in the compiler's text. */
const WITH_ARCHIVE = `$([ ! -f /box/${JAVAC_CLASSES} ] || echo -J-XX:SharedArchiveFile=/box/${JAVAC_CLASSES} '-J-Xlog:cds*=off')`;

/** Program with the usual parts of solutions, so that the compiler loads the classes that translate them. */
const USUAL_PARTS = `import java.io.*;
import java.util.*;
public class Usual {
  interface Step { int apply(int x) throws IOException; }
  static class Pair<T extends Comparable<T>> implements Comparable<Pair<T>> {
    final T key; long[] sums = new long[4];
    Pair(T key) { this.key = key; }
    @Override public int compareTo(Pair<T> other) { return key.compareTo(other.key); }
  }
  public static void main(String[] args) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    Map<String, List<Integer>> lists = new TreeMap<>();
    Step step = x -> x % 2 == 0 ? x / 2 : 3 * x + 1;
    try (PrintWriter out = new PrintWriter(System.out)) {
      StringTokenizer words = new StringTokenizer("a b");
      while (words.hasMoreTokens()) lists.computeIfAbsent(words.nextToken(), k -> new ArrayList<>()).add(step.apply(7));
      for (Map.Entry<String, List<Integer>> entry : lists.entrySet()) out.printf("%s %d%n", entry.getKey(), entry.getValue().get(0));
      switch (args.length) { case 0: out.println("none"); break; default: out.println("some " + args.length); }
      Collections.sort(new ArrayList<>(Arrays.asList(new Pair<>("x"), new Pair<>("y"))));
    } catch (IllegalStateException error) { System.exit(1); }
  }
}
`;

/** Class that starts checkers without a main method. @see testlib4j */
const CHECKER_FRAMEWORK = 'ru.ifmo.testlib.CheckerFramework';

/** Arguments that start the program: the class with `main`, or testlib4j's framework with the checker's class. */
function startOf(text: string, libraries: readonly string[]): string[] {
  const { mainClass, fileName } = javaNames(text);
  if (libraries.length === 0 || hasMain(text)) return [mainClass];
  const inPackage = mainClass.slice(0, mainClass.lastIndexOf('.') + 1);
  return [CHECKER_FRAMEWORK, inPackage + fileName.slice(0, -'.java'.length)];
}

/**
 * Needs of the virtual machine: many threads, code and collector beside the heap, a heap that reports when it is
 * full.
 */
const ON_JVM = {
  processes: 256,
  runtimeMemoryKb: 192 * 1024,
  endsItselfWhenFull: true,
  crashMark: /^Exception in thread "/m,
} as const;

export const java: Toolchain = {
  ...ON_JVM,
  tools: ['/usr/bin/java', '/usr/bin/javac', '/usr/bin/jar'],
  versionArgv: ['/usr/bin/java', '-version'],
  versionLine: /version/,
  fileName: (text) => javaNames(text).fileName,
  sourceEndings: ['.java'],
  libraryEnding: '.jar',
  isMain: hasMain,
  // The compilation makes a single archive of all classes. The virtual machine then searches for the main method
  // without calling it: a program without one is a compilation error, unless a library brings it. Options and files are
  // arguments of the script, so nothing in them is special to a shell.
  compileCpuMs: COMPILE_CPU_MS.templates,
  options: usualOptions('java'),
  compile: ({ text, fileName, others = [], libraries = [] }, options) => [
    '/bin/sh',
    '-ec',
    [
      `${JAVAC.join(' ')} ${WITH_ARCHIVE} -cp ${['.', ...libraries].join(':')} -d classes "$@"`,
      `/usr/bin/jar ${SMALL_TOOL.map((option) => `-J${option}`).join(' ')} -c -f main.jar -C classes .`,
      ...(libraries.length > 0
        ? []
        : [`exec /usr/bin/java ${SMALL_TOOL.join(' ')} -cp main.jar --dry-run "$0"`]),
    ].join('\n'),
    javaNames(text).mainClass,
    ...options,
    fileName,
    ...others,
  ],
  classArchive: {
    name: JAVAC_CLASSES,
    argv: [...JAVAC, `-J-XX:ArchiveClassesAtExit=${JAVAC_CLASSES}`, '-nowarn', '-d', 'classes', 'Usual.java'],
    source: { name: 'Usual.java', text: USUAL_PARTS },
  },
  outputs: ({ libraries = [] }) => ['main.jar', ...libraries].map((name) => ({ name, executable: false })),
  run: ({ text, libraries = [] }, memoryLimitKb, options) => [
    ...jvm(memoryLimitKb, options),
    '-cp',
    ['main.jar', ...libraries].map((name) => `/box/${name}`).join(':'),
    ...startOf(text, libraries),
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
  tools: ['/usr/bin/kotlinc', '/usr/bin/java'],
  versionArgv: ['/usr/bin/kotlinc', '-version'],
  versionLine: /kotlinc/,
  fileName: () => 'main.kt',
  // The compiler writes the name of the class with `main` into the archive, wherever the source puts it.
  sourceEndings: ['.kt'],
  compileCpuMs: COMPILE_CPU_MS.heavy,
  options: usualOptions('kotlin'),
  compile: ({ fileName, others = [] }, options) => [
    '/usr/bin/kotlinc',
    ...options,
    '-include-runtime',
    '-d',
    'main.jar',
    fileName,
    ...others,
  ],
  compileEnv: { JAVA_OPTS: '-Xmx768m -Xss64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto' },
  outputs: () => [{ name: 'main.jar', executable: false }],
  run: (_source, memoryLimitKb, options) => [...jvm(memoryLimitKb, options), '-jar', '/box/main.jar'],
  // The compiler's own script starts the virtual machine with old options.
  smallTalk: /^OpenJDK 64-Bit Server VM warning: .*$/gm,
  hello: 'fun main() { println("hello " + readLine()) }\n',
};
