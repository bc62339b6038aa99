/** Texts of the page in both languages. */
const TEXTS = {
  en: {
    other: 'Русский',
    table: 'Scoreboard',
    place: 'Place',
    name: 'Participant',
    solved: 'Solved',
    penalty: 'Penalty',
    find: 'Find by name',
    loading: 'Loading the table…',
    empty: 'Nobody takes part in this contest yet.',
    foundNobody: 'No participant has such a name.',
    waiting: 'The table opens when the contest starts.',
    siteUnseen: 'The site cannot be reached yet. The page goes on asking.',
    closed: 'This table is not shown any more.',
    frozen: (minutes: number) =>
      `❄ The scoreboard was frozen with ${minutes} minutes remaining - submissions in the last ${minutes} minutes of the contest are still shown as pending.`,
    results: { none: '', provisional: 'The results are not final yet', final: 'Final results' },
    startsIn: (time: string) => `starts in ${time}`,
    left: (time: string) => `${time} left`,
    finished: 'finished',
    asOf: (time: string) => `As of ${time}`,
    siteAway: (time: string) => `The site cannot be reached. The table is as of ${time}`,
    mirrorAway: (time: string) => `No new data comes. The table is as of ${time}`,
    cell: {
      solved: 'solved',
      first: 'first to solve',
      wrong: 'wrong tries',
      pending: 'tries without a result',
      none: 'no tries',
    },
  },
  ru: {
    other: 'English',
    table: 'Таблица результатов',
    place: 'Место',
    name: 'Участник',
    solved: 'Решено',
    penalty: 'Штраф',
    find: 'Найти по имени',
    loading: 'Таблица загружается…',
    empty: 'В этом контесте пока никто не участвует.',
    foundNobody: 'Участника с таким именем нет.',
    waiting: 'Таблица откроется с началом контеста.',
    siteUnseen: 'Сайт пока недоступен. Страница продолжает спрашивать.',
    closed: 'Эта таблица больше не показывается.',
    frozen: (minutes: number) =>
      `❄ Таблица заморожена за ${minutes} мин до конца: посылки последних ${minutes} мин контеста показаны как ожидающие проверки.`,
    results: { none: '', provisional: 'Результаты ещё не окончательные', final: 'Окончательные результаты' },
    startsIn: (time: string) => `начало через ${time}`,
    left: (time: string) => `осталось ${time}`,
    finished: 'завершён',
    asOf: (time: string) => `На ${time}`,
    siteAway: (time: string) => `Сайт недоступен. Таблица на ${time}`,
    mirrorAway: (time: string) => `Новых данных нет. Таблица на ${time}`,
    cell: {
      solved: 'решено',
      first: 'решено первым',
      wrong: 'неверных попыток',
      pending: 'попыток без результата',
      none: 'попыток нет',
    },
  },
};

export type Language = keyof typeof TEXTS;
export type Texts = (typeof TEXTS)[Language];

const KEPT = 'mirror language';

/** The language that the viewer chose, or the browser's. */
export function chosenLanguage(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'ru' || kept === 'en') return kept;
  return navigator.language.startsWith('ru') ? 'ru' : 'en';
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEPT, language);
}

export const textsOf = (language: Language): Texts => TEXTS[language];
