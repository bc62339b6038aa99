import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable, manifest, solution, testset } from '@balloon/packages/testing/polygon-package.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startPackageBuilder, toldBy } from '#testing/package-builder.ts';

/* Jury programs in Pascal and Java, and graders that import the solution by the problem's short name. */

const builder = await startPackageBuilder();
afterAll(() => builder[Symbol.asyncDispose]());

const typed = (tag: string, name: string, type: string) =>
  `<solution tag="${tag}"><source path="solutions/${name}" type="${type}"/></solution>`;

const ICPC = {
  'problem.yaml': 'name: Sum\nlimits: {time_limit: 10}\n',
  'problem_statement/problem.en.tex': '\\problemname{Sum}\n',
  'data/secret/1.in': '40000 2\n',
  'data/secret/1.ans': '40002\n',
};

describe.skipIf(!builder.has('delphi'))('Pascal', () => {
  test('Polygon compiles both of its types in the mode of Delphi', async () => {
    await using built = await builder.build({
      'problem.xml': manifest({
        testsets: testset('tests', { tests: '<test method="generated" cmd="gen 40000"/>' }),
        executables: executable('gen.pas', 'pas.fpc'),
        resources: '',
        checker: '<checker><source path="files/check.pas" type="pas.fpc"/></checker>',
        solutions: typed('main', 'main.pas', 'pas.fpc') + typed('accepted', 'other.pas', 'pas.dpr'),
      }),
      'files/gen.pas': 'begin writeln(ParamStr(1)); end.',
      // `result` and sysutils' classes need the mode; 40000 needs 32 bits.
      'files/check.pas': `uses sysutils;
function read_number(const name: string): integer;
var f: text;
begin
  assign(f, name); reset(f); readln(f, result); close(f);
end;
begin
  if read_number(ParamStr(2)) <> read_number(ParamStr(3)) then halt(1);
end.`,
      'solutions/main.pas': 'var n: integer; begin readln(n); writeln(n + 1); end.',
      'solutions/other.pas': 'var n: integer; begin readln(n); inc(n); writeln(n); end.',
    });

    expect(toldBy(built)).toEqual({
      errors: [],
      solutions: ['solutions/main.pas agrees', 'solutions/other.pas agrees'],
    });
  });

  test('a source that runs in the other mode only is judged in that', async () => {
    await using built = await builder.build({
      'problem.xml': manifest({
        testsets: testset('tests', { tests: '<test method="generated" cmd="gen"/>' }),
        executables: executable('gen.pas', 'pas.fpc'),
        resources: '',
        checker: '',
        solutions: typed('main', 'main.pas', 'pas.fpc') + typed('accepted', 'main.pas', 'pas.fpc'),
      }),
      'files/gen.pas': 'begin writeln(1); end.',
      'solutions/main.pas': 'begin if sizeof(integer) <> 2 then halt(1); writeln(2); end.',
    });

    expect(toldBy(built)).toEqual({
      errors: [],
      solutions: ['solutions/main.pas agrees', 'solutions/main.pas agrees'],
    });
  });

  test('of several files the one with "program" is the main one', async () => {
    await using built = await builder.build({
      ...ICPC,
      'submissions/accepted/two/adding.pas':
        'unit adding;\ninterface\nfunction sum(a, b: longint): longint;\nimplementation\nfunction sum(a, b: longint): longint;\nbegin sum := a + b; end;\nend.\n',
      'submissions/accepted/two/whole.pas':
        'program whole;\nuses adding;\nvar a, b: longint;\nbegin readln(a, b); writeln(sum(a, b)); end.\n',
    });

    expect(toldBy(built)).toEqual({ errors: [], solutions: ['submissions/accepted/two agrees'] });
  });
});

let testlib4j: Uint8Array | undefined;

/** Returns a minimal library with the names of testlib4j, which is made once. */
function minimalTestlib4j(): Uint8Array {
  testlib4j ??= makeTestlib4j();
  return testlib4j;
}

function makeTestlib4j(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'balloon-testlib4j-'));
  try {
    const source = (name: string, text: string) =>
      writeFileSync(join(folder, `${name}.java`), `package ru.ifmo.testlib;\n${text}`);
    source('Checker', 'public interface Checker { int test(String input, String output, String answer); }');
    source(
      'CheckerFramework',
      `public class CheckerFramework {
  public static void main(String[] args) throws Exception {
    Checker checker = (Checker) Class.forName(args[0]).getDeclaredConstructor().newInstance();
    String[] texts = new String[3];
    for (int i = 0; i < 3; i++) texts[i] = new String(java.nio.file.Files.readAllBytes(java.nio.file.Paths.get(args[i + 1])));
    System.exit(checker.test(texts[0], texts[1], texts[2]));
  }
}`,
    );
    const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { cwd: folder });
    run('javac', '-d', 'classes', 'Checker.java', 'CheckerFramework.java');
    run('jar', '-c', '-f', 'library.jar', '-C', 'classes', '.');
    return readFileSync(join(folder, 'library.jar'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(!builder.has('java'))('Java', () => {
  const files = (resources: string) => ({
    'problem.xml': manifest({
      testsets: testset('tests', { tests: '<test method="generated" cmd="Gen 7"/>' }),
      executables: executable('Gen.java', 'java21'),
      resources,
      checker: '<checker><source path="files/Check.java" type="java21"/></checker>',
      solutions: solution('main', 'main.cpp') + solution('wrong-answer', 'wrong.cpp'),
    }),
    'files/Check.java': `import ru.ifmo.testlib.Checker;
public class Check implements Checker {
  public int test(String input, String output, String answer) { return output.trim().equals(answer.trim()) ? 0 : 1; }
}`,
    'files/Gen.java':
      'public class Gen { public static void main(String[] args) { System.out.println(args[0]); } }',
    'solutions/main.cpp': '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n + 1; }',
    'solutions/wrong.cpp': '#include <iostream>\nint main() { std::cout << 0; }',
  });
  const AGREES = { errors: [], solutions: ['solutions/main.cpp agrees', 'solutions/wrong.cpp agrees'] };

  test('testlib4j comes among the resources of the package', async () => {
    await using built = await builder.build({
      ...files('<file path="files/testlib4j.jar" type="jar"/>'),
      'files/testlib4j.jar': minimalTestlib4j(),
    });
    expect(toldBy(built)).toEqual(AGREES);
  });

  test('or from the operator, whom the report asks for it', async () => {
    await using lacking = await builder.build(files(''));
    expect(toldBy(lacking).errors.join()).toMatch(/Check\.java needs testlib4j\.jar, .* Put it there: /);

    await using built = await builder.build(files(''), { 'testlib4j.jar': minimalTestlib4j() });
    expect(toldBy(built)).toEqual(AGREES);
  });
});

describe('graders that ask for the problem by its short name', () => {
  const polygon = (type: string, ending: string, grader: string, main: string) => ({
    'problem.xml': manifest({
      testsets: testset('tests', { tests: '<test method="manual"/>' }),
      executables: '',
      resources: `<file path="files/grader.${ending}" type="${type}" for-types="${type}"><stages><stage name="COMPILE"/></stages><assets><asset name="SOLUTION"/></assets></file>`,
      checker: '',
      solutions: typed('main', `main.${ending}`, type),
    }),
    'tests/01': '2 3\n',
    'tests/01.a': '5\n',
    [`files/grader.${ending}`]: grader,
    [`solutions/main.${ending}`]: main,
  });

  test('Python', async () => {
    const grader = 'from sum import add\nprint(add(*map(int, input().split())))\n';
    const main = 'def add(a, b):\n    return a + b\n';
    await using built = await builder.build(polygon('python.3', 'py', grader, main));
    expect(toldBy(built)).toEqual({ errors: [], solutions: ['solutions/main.py agrees'] });
  });

  test.skipIf(!builder.has('rust'))('Rust', async () => {
    const grader =
      'mod sum;\nfn main() { let mut line = String::new(); std::io::stdin().read_line(&mut line).unwrap();\n  let n: Vec<i64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();\n  println!("{}", sum::add(n[0], n[1])); }\n';
    const main = 'pub fn add(a: i64, b: i64) -> i64 { a + b }\n';
    await using built = await builder.build(polygon('rust', 'rs', grader, main));
    expect(toldBy(built)).toEqual({ errors: [], solutions: ['solutions/main.rs agrees'] });
  });
});
