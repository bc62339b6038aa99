import { languageOfPolygonType } from '@balloon/domain/author-languages.ts';
import type { LanguageKey } from '@balloon/domain/languages.ts';
import type { ProblemPackage } from '#problem-package.ts';
import type { XmlElement } from './parse-xml.ts';
import { assetsOf } from './programs.ts';
import { fileAt, note, pathOf, type Reading, warn } from './reading.ts';

/** Resources that are compiled together with solutions, one entry per file. */
export function readGraders(reading: Reading): ProblemPackage['graders'] {
  const graders: ProblemPackage['graders'][number][] = [];
  for (const resource of reading.problem.all('files', 'resources', 'file')) {
    const inPackage = pathOf(resource);
    if (inPackage === null || !assetsOf(resource).includes('solution')) continue;
    const file = fileAt(reading, inPackage, resource.attribute('location') ?? undefined);
    const stages = resource.all('stages', 'stage').map((each) => each.attribute('name')?.toLowerCase());
    const languages = languagesOf(resource);
    if (file === null) {
      warn(reading, `${inPackage} is to be compiled with solutions, and the package lacks it.`);
    } else if (stages.length > 0 && !stages.includes('compile')) {
      warn(
        reading,
        `${inPackage} is to lie beside running solutions, which is not supported: it is ignored.`,
      );
    } else if (languages.length === 0) {
      warn(reading, `${inPackage} is to be compiled with solutions in languages that are not known here.`);
    } else {
      graders.push({ languages, files: [file] });
    }
  }
  if (graders.length > 0)
    note(reading, 'Solutions are compiled together with files of the package (graders).');
  return graders;
}

/** Languages by masks such as `cpp.*;java*`; headers without masks are for C and C++. */
function languagesOf(resource: XmlElement): LanguageKey[] {
  const type = resource.attribute('type') ?? '';
  const stated = resource.attribute('for-types') ?? resource.attribute('for-type');
  const masks = (stated ?? (type.startsWith('h.') ? 'cpp.*;c.*' : '*')).split(/[;,\s]+/).filter(Boolean);
  return [...new Set(masks.flatMap(languagesOfMask))];
}

function languagesOfMask(mask: string): LanguageKey[] {
  const pattern = new RegExp(`^${mask.split('*').map(RegExp.escape).join('.*')}$`, 'i');
  const types = mask.includes('*') ? KNOWN_TYPES.filter((type) => pattern.test(type)) : [mask];
  return types.flatMap((type) => languageOfPolygonType(type).slice(0, 1));
}

/** One type of Polygon for each of our languages, to try masks on. */
const KNOWN_TYPES = [
  ...['c.gcc', 'cpp.g++11', 'cpp.g++14', 'cpp.g++17', 'cpp.g++20', 'cpp.g++23', 'java21', 'kotlin19'],
  ...['csharp.mono', 'pas.fpc', 'pas.dpr', 'python.3', 'python.pypy3', 'go', 'rust', 'js', 'haskell.ghc'],
  ...['ocaml', 'php', 'perl', 'ruby', 'lua', 'd'],
];
