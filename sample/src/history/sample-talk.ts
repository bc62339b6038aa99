import type { Locale } from '@balloon/contracts/common.ts';

/** A text in both languages at once, since what people write is not translated. */
const both = ({ 'ru-ru': russian, 'en-us': english }: Record<Locale, string>) => `${russian}\n\n${english}`;

export interface SampleTalk {
  news: readonly { title: string; body: string }[];
  /** In the last finished contest; the first participant asks. */
  announcement: string;
  question: string;
  /** Index of the problem that the question is about. */
  questionProblem: number;
  answer: string;
  /** Dialog of the first participant with the supervisors, by turns. */
  dialog: readonly string[];
}

/**
 * What people of the sample wrote to each other.
 *
 * @param lastContestPath address of the last finished contest
 */
export function sampleTalk(lastContestPath: string): SampleTalk {
  const table = (text: string) => `<p><a href="${lastContestPath}/table">${text}</a></p>`;
  return {
    news: [
      {
        title: 'Клуб шаров открыт · The Balloon Club is open',
        body: '<p>Все участники и результаты здесь вымышлены: по ним видно, как выглядит сайт, на котором прошли контесты.</p><p>All people and results here are invented: they show what a site looks like that has held contests.</p>',
      },
      {
        title: 'Кубок шаров завершён · The Balloon Cup is over',
        body: `<p>Таблица разморожена, рейтинги пересчитаны.</p>${table('Итоговая таблица')}<p>The table is thawed, ratings are computed.</p>${table('Final standings')}`,
      },
    ],
    announcement: both({
      'ru-ru': 'До конца контеста остался час: таблица заморожена.',
      'en-us': 'One hour to go: the table is frozen.',
    }),
    question: 'Может ли верёвка быть длиннее картинки? · May a string be longer than the picture?',
    questionProblem: 1,
    answer:
      'Нет: высота картинки равна длине самой длинной верёвки. · No: the longest string gives its height.',
    dialog: [
      'Здравствуйте! Когда будет следующий кубок? · Hello! When is the next cup?',
      'Здравствуйте! Через месяц, объявим в новостях. · Hello! In a month, watch the news.',
      'Спасибо! · Thank you!',
    ],
  };
}
