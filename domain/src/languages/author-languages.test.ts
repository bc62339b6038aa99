import { expect, test } from 'vitest';
import { languageOfFile, languageOfPolygonType } from '#languages/author-languages.ts';

test.each([
  ['cpp.g++17', 'cpp17'],
  ['cpp.g++11', 'cpp11'],
  ['cpp.g++14', 'cpp14'],
  ['cpp.gcc13-64-winlibs-g++20', 'cpp20'],
  ['cpp.gcc14-64-msys2-g++23', 'cpp23'],
  ['cpp.msys2-mingw64-9-g++17', 'cpp17'],
  ['cpp.clang++20-diagnostics', 'cpp20'],
  ['cpp.ms2017', 'cpp17'],
  ['c.gcc', 'c'],
  ['java8', 'java'],
  ['java11', 'java'],
  ['kotlin', 'kotlin'],
  ['kotlin17', 'kotlin'],
  ['pas.fpc', 'delphi'],
  ['pas.dpr', 'delphi'],
  ['python.3', 'python3'],
  ['python.pypy3', 'pypy3'],
  ['python.pypy3-64', 'pypy3'],
  ['csharp.mono', 'csharp'],
  ['rust2021', 'rust'],
  ['go', 'go'],
  ['js.node', 'javascript'],
  ['d', 'd'],
  ['haskell.ghc', 'haskell'],
])("Polygon's %s is %s", (type, key) => {
  expect(languageOfPolygonType(type)[0]).toBe(key);
});

test.each(['python.2', 'python.pypy2', 'h.g++', 'jar', 'scala', '', 'constructor'])(
  "Polygon's %j is nothing that we have",
  (type) => {
    expect(languageOfPolygonType(type)).toEqual([]);
  },
);

test.each([
  ['a.cc', ['cpp17', 'cpp20']],
  ['a.b.CPP', ['cpp17', 'cpp20']],
  ['a.c++', ['cpp17', 'cpp20']],
  ['a.C', ['cpp17']],
  ['a.c', ['c']],
  ['Main.java', ['java']],
  ['a.py3', ['pypy3', 'python3']],
  ['a.py2', []],
  ['a.h', []],
  ['README', []],
  ['cpp', []],
])('the file %s of an ICPC package is %j', (fileName, keys) => {
  expect(languageOfFile(fileName, 'icpc')).toEqual(keys);
});

test('Python means PyPy to ICPC packages, and CPython to Polygon', () => {
  expect(languageOfFile('a.py', 'icpc')).toEqual(['pypy3', 'python3']);
  expect(languageOfFile('a.py', 'polygon')).toEqual(['python3', 'pypy3']);
});

test('a first line that asks for Python 2 is heeded', () => {
  expect(languageOfFile('a.py', 'icpc', '#!/usr/bin/env python2\nprint 1')).toEqual([]);
  expect(languageOfFile('a.py', 'icpc', '#!/usr/bin/env python3\nprint(1)')).not.toEqual([]);
});
