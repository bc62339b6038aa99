import type { LanguageKey } from '#languages.ts';

/**
 * What the authors of a problem call the languages of their own programs. Each answer is a list in order of
 * preference, of which a judge takes the first that it has; an empty one means that we do not have the language.
 */
type Preference = readonly LanguageKey[];

/** Names come from outside, so no property that every object has may answer to one. */
function byName(preferences: Record<string, Preference>): ReadonlyMap<string, Preference> {
  return new Map(Object.entries(preferences));
}

/**
 * The language of a source by its type in a Polygon package: `cpp.gcc13-64-winlibs-g++20`, `python.pypy3-64`.
 * New compilers keep appearing there, so the types are taken apart and not listed.
 */
export function languageOfPolygonType(type: string): Preference {
  const [family = '', rest = ''] = splitAtDot(type.trim().toLowerCase());
  if (family === 'cpp') return cppOfStandard(/\+\+(\d\d)/.exec(rest)?.[1]);
  if (family === 'pas') return rest.startsWith('dpr') ? ['delphi', 'pascal'] : ['pascal', 'delphi'];
  if (family === 'python') return pythonOfPolygon(rest);
  // Other families carry a version or not: java8, kotlin17, csharp.mono, haskell.ghc, rust2021.
  return POLYGON_FAMILIES.get(family.replace(/[\d.]+$/, '')) ?? [];
}

const POLYGON_FAMILIES = byName({
  c: ['c'],
  java: ['java'],
  kotlin: ['kotlin'],
  csharp: ['csharp'],
  rust: ['rust'],
  go: ['go'],
  js: ['javascript'],
  d: ['d'],
  haskell: ['haskell'],
  ocaml: ['ocaml'],
  php: ['php'],
  perl: ['perl'],
  ruby: ['ruby'],
  lua: ['lua'],
});

function splitAtDot(type: string): string[] {
  const dot = type.indexOf('.');
  return dot < 0 ? [type] : [type.slice(0, dot), type.slice(dot + 1)];
}

/** Sources of an unknown standard (`cpp.ms2017`) are read as C++17: nearly all that was valid before is valid there. */
function cppOfStandard(standard: string | undefined): Preference {
  switch (standard) {
    case '98':
    case '03':
    case '11':
      return ['cpp11'];
    case '14':
      return ['cpp14'];
    case '20':
      return ['cpp20'];
    case '23':
    case '26':
      return ['cpp23'];
    default:
      return ['cpp17'];
  }
}

function pythonOfPolygon(rest: string): Preference {
  if (rest.startsWith('pypy3')) return PYPY_FIRST;
  return rest.startsWith('3') || rest === '' ? ['python3', 'pypy3'] : []; // the others are Python 2
}

/** The public judges of ICPC packages run Python on PyPy, and time limits were set there. */
const PYPY_FIRST: Preference = ['pypy3', 'python3'];

/**
 * The language of a source by its file name.
 *
 * @param tradition whose package it lies in: ICPC packages name no languages and mean PyPy by Python
 * @param text the source, where known: a first line that asks for Python 2 means a language that we do not have
 */
export function languageOfFile(fileName: string, tradition: 'icpc' | 'polygon', text = ''): Preference {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  if (!fileName.includes('.')) return [];
  if (ending === 'C') return ['cpp17']; // as Unix compilers read it; in lower case it is C
  const known = LANGUAGES_BY_ENDING.get(ending.toLowerCase()) ?? [];
  if (!known.includes('python3')) return known;
  if (/^#!.*python2/.test(text)) return [];
  return tradition === 'icpc' ? PYPY_FIRST : known;
}

const CPP: Preference = ['cpp17', 'cpp20'];
const PYTHON: Preference = ['python3', 'pypy3'];

const LANGUAGES_BY_ENDING = byName({
  c: ['c'],
  cpp: CPP,
  cc: CPP,
  cxx: CPP,
  'c++': CPP,
  cp: CPP,
  java: ['java'],
  kt: ['kotlin'],
  py: PYTHON,
  py3: PYTHON,
  pas: ['pascal'],
  pp: ['pascal'],
  dpr: ['delphi'],
  cs: ['csharp'],
  go: ['go'],
  rs: ['rust'],
  js: ['javascript'],
  mjs: ['javascript'],
  hs: ['haskell'],
  ml: ['ocaml'],
  rb: ['ruby'],
  php: ['php'],
  d: ['d'],
  pl: ['perl'],
  lua: ['lua'],
});
