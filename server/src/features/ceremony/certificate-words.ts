import type { AwardKind } from '@balloon/domain/ceremony/awards.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';

/** Award as a certificate names it. */
export interface NamedAward {
  kind: AwardKind | 'byHand';
  of: number | null;
  /** Name of the group or of the award by hand; empty for others. */
  name: string;
}

type Simple = Exclude<AwardKind, 'rank' | 'groupWinner' | 'firstToSolve'>;

/** No line begins with a lone letter. */
const inOneLine = (indexes: readonly string[]) => indexes.join(',\u00A0');

const WORDS: Record<
  Locale,
  { simple: Record<Simple, string>; group(name: string): string; firsts(indexes: readonly string[]): string }
> = {
  'ru-ru': {
    simple: {
      winner: 'Победитель',
      gold: 'Золотая медаль',
      silver: 'Серебряная медаль',
      bronze: 'Бронзовая медаль',
      highestHonors: 'Высшее отличие',
      highHonors: 'Высокое отличие',
      honors: 'Отличие',
      honorable: 'Похвальный отзыв',
    },
    group: (name) => `Победитель группы «${name}»`,
    firsts: (indexes) =>
      `Первое решение ${indexes.length > 1 ? 'задач' : 'задачи'}\u00A0${inOneLine(indexes)}`,
  },
  'en-us': {
    simple: {
      winner: 'Winner',
      gold: 'Gold medal',
      silver: 'Silver medal',
      bronze: 'Bronze medal',
      highestHonors: 'Highest honours',
      highHonors: 'High honours',
      honors: 'Honours',
      honorable: 'Honourable mention',
    },
    group: (name) => `Winner of the group “${name}”`,
    firsts: (indexes) =>
      `First to solve ${indexes.length > 1 ? 'problems' : 'problem'}\u00A0${inOneLine(indexes)}`,
  },
};

/** The awards of one team in words; first solves are named together, and the rank has a place of its own. */
export function awardsInWords(awards: readonly NamedAward[], locale: Locale): string {
  const { simple, group, firsts } = WORDS[locale];
  const firstSolves = awards.flatMap(({ kind, of }) =>
    kind === 'firstToSolve' ? problemIndex(of ?? 0) : [],
  );
  const named = awards.flatMap(({ kind, name }) => {
    if (kind === 'rank' || kind === 'firstToSolve') return [];
    if (kind === 'byHand') return name;
    return kind === 'groupWinner' ? group(name) : simple[kind];
  });
  return [...named, ...(firstSolves.length > 0 ? [firsts(firstSolves)] : [])].join(' · ');
}
