/** Parts of a contest to print, and their layout. */
export interface BookletChoice {
  /** Letters of problems that are left out. */
  without: readonly string[];
  hasCover: boolean;
  isOnePageEach: boolean;
}

/** Reads the choice from the address; missing and invalid values mean the default. */
export function bookletChoice(params: URLSearchParams): BookletChoice {
  return {
    without: (params.get('without') ?? '').toUpperCase().split(',').filter(isLetters),
    hasCover: params.get('cover') !== 'no',
    isOnePageEach: params.get('pages') !== 'dense',
  };
}

const isLetters = (text: string) => /^[A-Z]{1,3}$/.test(text);

/** Writes the choice as search parameters; defaults are left out. */
export function bookletSearch({ without, hasCover, isOnePageEach }: BookletChoice): Record<string, string> {
  return {
    ...(without.length > 0 ? { without: without.join(',') } : {}),
    ...(hasCover ? {} : { cover: 'no' }),
    ...(isOnePageEach ? {} : { pages: 'dense' }),
  };
}
