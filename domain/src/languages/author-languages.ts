import { LANGUAGE_KEYS, LANGUAGES, type LanguageKey, type LanguageRule } from '#languages/languages.ts';

/**
 * What the authors of a problem call the languages of their own programs. Each answer is a list in order of
 * preference, of which a judge takes the first that it has; an empty one means that we do not have the language.
 */
type Preference = readonly LanguageKey[];

const RULES: readonly (readonly [LanguageKey, LanguageRule])[] = LANGUAGE_KEYS.map((key) => [
  key,
  LANGUAGES[key],
]);

/** Keys of the languages under each of their names. A map, because names such as `constructor` come from outside. */
function byName(namesOf: (rule: LanguageRule) => readonly string[]): ReadonlyMap<string, Preference> {
  const named = new Map<string, LanguageKey[]>();
  for (const [key, rule] of RULES) {
    for (const name of namesOf(rule)) named.set(name, [...(named.get(name) ?? []), key]);
  }
  return named;
}

const CPP: Preference = ['cpp17', 'cpp20'];
const PYTHON: Preference = ['python3', 'pypy3'];
/** The public judges of ICPC packages run Python on PyPy, and time limits were set there. */
const PYPY_FIRST: Preference = ['pypy3', 'python3'];
const PASCAL: Preference = ['pascal', 'delphi'];
/** Polygon gives `-Mdelphi` to Free Pascal as well: checkers need it, and `integer` has 32 bits. */
const DELPHI_FIRST: Preference = ['delphi', 'pascal'];

/** `haskell` of `haskell.ghc`, `java` of `java21`. */
const familyOfType = (type: string) => (type.split('.')[0] ?? '').replace(/(?<!\d)\d+$/, '');
const POLYGON_FAMILIES = byName(({ polygonType }) => [familyOfType(polygonType)]);

/**
 * The language of a source by its type in a Polygon package: `cpp.gcc13-64-winlibs-g++20`, `python.pypy3-64`.
 * New compilers keep appearing there, so the types are taken apart and not listed.
 */
export function languageOfPolygonType(type: string): Preference {
  const plain = type.trim().toLowerCase();
  const family = familyOfType(plain);
  const rest = plain.slice(plain.indexOf('.') + 1 || plain.length);
  if (family === 'cpp') return cppOfStandard(/\+\+(\d\d)/.exec(rest)?.[1]);
  if (family === 'pas') return DELPHI_FIRST;
  if (family === 'python') return pythonOfPolygon(rest);
  return POLYGON_FAMILIES.get(family) ?? [];
}

/** Languages whose type in Polygon a mask such as `cpp.*` or `java*` means. */
export function languagesOfPolygonMask(mask: string): Preference {
  if (!mask.includes('*')) return languageOfPolygonType(mask);
  const means = mask.toLowerCase();
  return RULES.filter(([, { polygonType }]) => isMeantBy(means, polygonType.toLowerCase())).map(
    ([key]) => key,
  );
}

/** Whether each `*` of a mask can stand for some text, so that the type comes out; takes linear time. */
function isMeantBy(mask: string, type: string): boolean {
  const [start = '', ...parts] = mask.split('*');
  const end = parts.pop() ?? '';
  if (!type.startsWith(start) || !type.endsWith(end)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = type.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at + end.length <= type.length;
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
  return rest.startsWith('3') || rest === '' ? PYTHON : []; // the others are Python 2
}

const ENDINGS = byName(({ extensions, packageEndings = [] }) => [...extensions, ...packageEndings]);

/**
 * The language of a source by its file name.
 *
 * @param tradition whose package it lies in: ICPC packages name no languages and mean PyPy by Python
 * @param text the source, where known: a first line that asks for Python 2 means a language that we do not have
 */
export function languageOfFile(fileName: string, tradition: 'icpc' | 'polygon', text = ''): Preference {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1);
  if (!fileName.includes('.')) return [];
  if (ending === 'C') return ['cpp17']; // meaning to Unix compilers; in lower case it is C
  const known = ENDINGS.get(ending.toLowerCase()) ?? [];
  switch (known[0]) {
    case 'cpp20':
    case 'cpp17':
      return CPP;
    case 'python3':
      if (/^#!.*python2/.test(text)) return [];
      return tradition === 'icpc' ? PYPY_FIRST : PYTHON;
    case 'pascal':
      return tradition === 'icpc' ? PASCAL : DELPHI_FIRST;
    default:
      return known;
  }
}

const CODES = byName(({ icpcCodes }) => icpcCodes);

/** Languages that the ICPC package format calls by a code, such as `cpp`, `python3`. */
export function languagesOfIcpcCode(code: string): Preference {
  return CODES.get(code) ?? [];
}
