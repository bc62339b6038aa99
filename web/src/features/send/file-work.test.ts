import type { Language } from '@balloon/contracts/problems/problems.ts';
import { expect, test } from 'vitest';
import {
  asSeveral,
  freeName,
  renamed,
  withFiles,
  withoutOpen,
  writtenFiles,
} from '#features/send/file-work.ts';

const cpp = { languageFamily: 'c_cpp', extensions: ['cpp', 'cc'] } as unknown as Language;
const cpp17 = { languageFamily: 'c_cpp', extensions: [] as string[] } as Language;
const java = { languageFamily: 'java', extensions: ['java'] } as unknown as Language;
const file = (name: string, content = '') => ({ name, content });
const SEVERAL = {
  files: [file('a.py', '1'), file('b.py', '2'), file('c.py', '3')],
  open: 'b.py',
  entryPoint: 'b.py',
};

test('the only file of a draft gets the name that its language wants', () => {
  expect(asSeveral('int main() {}', cpp)).toEqual({
    ...{ files: [file('main.cpp', 'int main() {}')], open: 'main.cpp', entryPoint: null },
  });
  expect(asSeveral('', cpp17).open).toBe('main.cpp');
  expect(asSeveral('import java.util.*;\npublic final class Task {}', java).open).toBe('Task.java');
  expect(asSeveral('class Task {}', java).open).toBe('Main.java');
});

test('a new file is offered a name that no other has, whatever its case', () => {
  expect(freeName([file('main.cpp')], cpp)).toBe('file2.cpp');
  expect(freeName([file('main.cpp'), file('File3.cpp')], cpp)).toBe('file4.cpp');
});

test('a renamed file stays open, in its place, and the start of the program', () => {
  expect(renamed(SEVERAL, 'go.py')).toEqual({
    files: [file('a.py', '1'), file('go.py', '2'), file('c.py', '3')],
    open: 'go.py',
    entryPoint: 'go.py',
  });
});

test('after a file is removed the one before it is open, and the program starts nowhere else by itself', () => {
  expect(withoutOpen(SEVERAL)).toEqual({
    files: [file('a.py', '1'), file('c.py', '3')],
    open: 'a.py',
    entryPoint: null,
  });
  expect(withoutOpen({ ...SEVERAL, open: 'a.py' })).toMatchObject({ open: 'b.py', entryPoint: 'b.py' });
});

test('added files take the place of those with their names, and the first of them is open', () => {
  const added = withFiles(SEVERAL, [file('c.py', 'new'), file('d.py')]);
  expect(added.files).toEqual([file('a.py', '1'), file('b.py', '2'), file('c.py', 'new'), file('d.py')]);
  expect(added).toMatchObject({ open: 'c.py', entryPoint: 'b.py' });
  expect(withFiles(null, [file('x.py')])).toEqual({ files: [file('x.py')], open: 'x.py', entryPoint: null });
});

test('what was typed stays beside the files that are added, under a name of its own', () => {
  const typed = { text: 'int main() {}', several: null, isEmpty: false };
  expect(writtenFiles(typed, cpp, [file('helper.h')])?.files).toEqual([file('main.cpp', 'int main() {}')]);
  expect(writtenFiles(typed, cpp, [file('Main.cpp')])?.files).toEqual([file('file2.cpp', 'int main() {}')]);
  expect(writtenFiles({ ...typed, several: SEVERAL }, cpp, [])).toBe(SEVERAL);
  expect(writtenFiles({ ...typed, isEmpty: true }, cpp, [file('a.cpp')])).toBeNull();
});
