/** The most problems of one import; contracts/src/outside/relay-jobs.ts. */
export const MAX_IDENTIFIERS = 500;

/** Takes apart what was typed or pasted: identifiers or addresses with blanks, line ends or commas between, each once. */
export const readIdentifiers = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((part) => part !== '')),
];

/** Contest of Yandex that an address leads to. */
export interface YandexContest {
  number: string;
  /** Whether the address is of the site for official contests. */
  isOfficial: boolean;
}

/** Beginnings of the hosts at which Yandex has contests, in several countries. */
const CONTEST_HOST = 'contest.yandex.';
const OFFICIAL_HOST = `official.${CONTEST_HOST}`;

/** Finds the contest in an address of one of its pages at Yandex, or in its number alone; null: there is none. */
export function readYandexContest(text: string): YandexContest | null {
  const typed = text.trim();
  if (/^\d{1,9}$/.test(typed)) return { number: `${Number(typed)}`, isOfficial: false };
  const { hostname = '', pathname = '' } =
    URL.parse(typed.includes('://') ? typed : `https://${typed}`) ?? {};
  const isOfficial = hostname.startsWith(OFFICIAL_HOST);
  const [, number] = /\/contest\/(\d{1,9})(?:\/|$)/.exec(pathname) ?? [];
  if (number === undefined || !(isOfficial || hostname.startsWith(CONTEST_HOST))) return null;
  return { number: `${Number(number)}`, isOfficial };
}
