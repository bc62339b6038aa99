import { openPackage } from '#open-package.ts';
import type { ProblemPackage } from '#problem-package.ts';
import { readPackage } from '#read-package.ts';
import { type FolderContents, tempFolder } from '#testing/temp-folder.ts';

/** Parts of a problem.xml that a test changes; each is XML for the place that its name says. */
export interface ManifestParts {
  problem?: string;
  names?: string;
  statements?: string;
  judging?: string;
  /** XML of the whole `<judging>`. */
  testsets?: string;
  tests?: string;
  groups?: string;
  resources?: string;
  executables?: string;
  attachments?: string;
  checker?: string;
  assets?: string;
  solutions?: string;
  end?: string;
}

/** Writes a manifest in Polygon's form, of a minimal problem with two tests. */
export function manifest(parts: ManifestParts = {}): string {
  return `<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem ${parts.problem ?? 'revision="7" short-name="sum" url="https://polygon.codeforces.com/p/somebody/sum?ccid=12"'}>
  <names>${parts.names ?? '<name language="russian" value="Сумма"/>'}</names>
  <statements>${parts.statements ?? ''}</statements>
  <judging ${parts.judging ?? 'input-file="" output-file="" run-count="1"'}>${parts.testsets ?? testset('tests', parts)}</judging>
  <files>
    <resources>${parts.resources ?? '<file path="files/testlib.h" type="h.g++"/><file path="files/olymp.sty"/>'}</resources>
    <attachments>${parts.attachments ?? ''}</attachments>
    <executables>${parts.executables ?? executable('gen.cpp')}</executables>
  </files>
  <assets>
    ${parts.checker ?? '<checker name="std::wcmp.cpp" type="testlib"><source path="files/check.cpp" type="cpp.g++17"/><copy path="check.cpp"/></checker>'}
    ${parts.assets ?? ''}
    <solutions>${parts.solutions ?? solution('main', 'main.cpp')}</solutions>
  </assets>
  ${parts.end ?? ''}
</problem>`;
}

export function testset(name: string, { tests, groups }: Pick<ManifestParts, 'tests' | 'groups'>): string {
  const list = tests ?? '<test method="manual" sample="true"/><test method="manual"/>';
  return `<testset name="${name}">
    <time-limit>1500</time-limit><memory-limit>268435456</memory-limit>
    <test-count>${list.match(/<test /g)?.length ?? 0}</test-count>
    <input-path-pattern>${name}/%02d</input-path-pattern>
    <answer-path-pattern>${name}/%02d.a</answer-path-pattern>
    <tests>${list}</tests><groups>${groups ?? ''}</groups>
  </testset>`;
}

export function executable(name: string, type = 'cpp.g++17'): string {
  return `<executable><source path="files/${name}" type="${type}"/><binary path="files/x.exe" type="exe.win32"/></executable>`;
}

export function solution(tag: string, name: string, more = ''): string {
  return `<solution tag="${tag}"><source path="solutions/${name}" type="cpp.g++17"/>${more}</solution>`;
}

/** Files that the smallest manifest names. */
export const SMALL_FILES: FolderContents = {
  'tests/01': '1 2\r\n',
  'tests/01.a': '3\r\n',
  'tests/02': '5 6\r\n',
  'tests/02.a': '11\r\n',
  'files/testlib.h': '// testlib',
  'files/olymp.sty': '% style',
  'files/check.cpp': '// checker',
  'files/gen.cpp': '// generator',
  'files/gen.exe': 'MZ',
  'solutions/main.cpp': '// main',
  'solutions/main.exe': 'MZ',
};

/** Reads a small package that differs in these parts and files; null removes a file. */
export async function readSmall(
  parts: ManifestParts | string = {},
  files: Record<string, FolderContents[string] | null> = {},
): Promise<ProblemPackage> {
  const all = {
    'problem.xml': typeof parts === 'string' ? parts : manifest(parts),
    ...SMALL_FILES,
    ...files,
  };
  const kept = Object.entries(all).filter(([, content]) => content !== null) as [
    string,
    FolderContents[string],
  ][];
  await using folder = await tempFolder(Object.fromEntries(kept));
  await using opened = await openPackage(folder.path);
  return await readPackage(opened);
}
