/** What of a contest is printed, and how. */
export interface BookletChoice {
  /** Letters of problems that are left out. */
  without: readonly string[];
  hasCover: boolean;
  isOnePageEach: boolean;
}

/** Reads the address; what is absent or makes no sense is as usual. */
export function bookletChoice(params: URLSearchParams): BookletChoice {
  return {
    without: (params.get('without') ?? '').toUpperCase().split(',').filter(isLetters),
    hasCover: params.get('cover') !== 'no',
    isOnePageEach: params.get('pages') !== 'dense',
  };
}

const isLetters = (text: string) => /^[A-Z]{1,3}$/.test(text);

/** The other way; what is as usual stays out of the address. */
export function bookletSearch({ without, hasCover, isOnePageEach }: BookletChoice): Record<string, string> {
  return {
    ...(without.length > 0 ? { without: without.join(',') } : {}),
    ...(hasCover ? {} : { cover: 'no' }),
    ...(isOnePageEach ? {} : { pages: 'dense' }),
  };
}
