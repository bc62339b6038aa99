import { languagesOfPolygonMask } from '@balloon/domain/languages/author-languages.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { XmlElement } from '#polygon/parse-xml.ts';
import { assetsOf } from '#polygon/programs.ts';
import { fileAt, note, pathOf, type Reading, warn } from '#polygon/reading.ts';
import type { ProblemPackage } from '#problem-package.ts';

/** Reads resources that are compiled together with solutions, one entry per file. */
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

/** Returns the languages of masks such as `cpp.*;java*`; headers without masks are for C and C++. */
function languagesOf(resource: XmlElement): LanguageKey[] {
  const type = resource.attribute('type') ?? '';
  const stated = resource.attribute('for-types') ?? resource.attribute('for-type');
  const masks = (stated ?? (type.startsWith('h.') ? 'cpp.*;c.*' : '*')).split(/[;,\s]+/).filter(Boolean);
  return [...new Set(masks.flatMap(languagesOfPolygonMask))];
}
