import { Language, type SystemType } from '@balloon/contracts/problems/problems.ts';
import {
  type LanguageOptions,
  shownCommand,
  usualOptions,
} from '@balloon/domain/languages/language-options.ts';
import { LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';
import { takesSeveralFiles } from '@balloon/domain/languages/solution-files.ts';
import { z } from 'zod';
import { findLanguages } from '#features/problems/contest/contest-problems.queries.ts';
import type { SharedAnswer } from '#features/problems/contest/contest-problems.ts';
import { packAnswer } from '#http/answers/packed-page.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Services } from '#services.ts';

/** Problems whose languages are in memory, and the age in ms at which they are counted again: solutions change the order. */
const BOUNDS = { maxEntries: 1_000, maxAgeMs: 60_000 };

/** The languages that problems of contests take, made and packed once until one of the tables announces a change. */
export class ContestLanguages {
  readonly #db: Services['db'];
  readonly #lists: AnnouncedCache<SharedAnswer<Language[]>>;
  readonly #stops: readonly (() => void)[];

  constructor({ db, announcements }: Pick<Services, 'db' | 'announcements'>) {
    this.#db = db;
    this.#lists = new AnnouncedCache(announcements, BOUNDS);
    this.#stops = [announcements.on('languages.stored', () => this.#lists.clear())];
  }

  /** The most used first; inactive ones are among them. */
  of(contestId: number, problemId: number): Promise<SharedAnswer<Language[]>> {
    return this.#lists.read(`${contestId} ${problemId}`, () => this.#make(contestId, problemId));
  }

  async #make(contestId: number, problemId: number): Promise<SharedAnswer<Language[]>> {
    const languages = await findLanguages(this.#db, contestId, problemId);
    const answer = languages.map(({ popularity, systemType, hasGraders, options, ...language }) => ({
      ...language,
      ...commandOf(systemType, language.foreignLanguageId, options),
      systemType: systemType as SystemType, // the contract's list is the table's
      ...(!hasGraders && systemType === 'balloon' && takesSeveralFiles(language.foreignLanguageId)
        ? { takesFiles: true }
        : {}),
      ...(popularity === null ? {} : { popularity }),
    }));
    return { answer, page: await packAnswer(z.array(Language), answer) };
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#lists.close();
  }
}

/** Command of our own languages, so that people compile at home as the judges do. */
function commandOf(systemType: string, key: string, options: LanguageOptions | null): { command?: string } {
  if (systemType !== 'balloon' || !Object.hasOwn(LANGUAGES, key)) return {};
  const known = key as LanguageKey;
  return { command: shownCommand(known, options ?? usualOptions(known)) };
}
