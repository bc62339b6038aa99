/** What stands in a statement without the author writing it, in the statement's language. */
export interface StatementWords {
  input: string;
  output: string;
  interaction: string;
  scoring: string;
  note: string;
  /** Before the number of a figure that the text refers to. */
  figure: string;
  /** Link to a statement, or the original of one, that only exists as PDF. */
  pdf: string;
  /** A conversation between the judge and a solution: its title and the names of its sides. */
  sample: string;
  read: string;
  write: string;
}

const ENGLISH: StatementWords = {
  input: 'Input',
  output: 'Output',
  interaction: 'Interaction',
  scoring: 'Scoring',
  note: 'Note',
  figure: 'Figure',
  pdf: 'Statement (PDF)',
  sample: 'Sample interaction',
  read: 'The solution reads',
  write: 'The solution writes',
};

const WORDS: Readonly<Record<string, StatementWords>> = {
  en: ENGLISH,
  ru: {
    input: 'Входные данные',
    output: 'Выходные данные',
    interaction: 'Протокол взаимодействия',
    scoring: 'Система оценки',
    note: 'Примечание',
    figure: 'Рисунок',
    pdf: 'Условие (PDF)',
    sample: 'Пример взаимодействия',
    read: 'Решение читает',
    write: 'Решение выводит',
  },
  uk: {
    input: 'Вхідні дані',
    output: 'Вихідні дані',
    interaction: 'Протокол взаємодії',
    scoring: 'Система оцінювання',
    note: 'Примітка',
    figure: 'Рисунок',
    pdf: 'Умова (PDF)',
    sample: 'Приклад взаємодії',
    read: 'Розв’язок читає',
    write: 'Розв’язок виводить',
  },
  be: {
    input: 'Уваходныя даныя',
    output: 'Выхадныя даныя',
    interaction: 'Пратакол узаемадзеяння',
    scoring: 'Сістэма ацэнкі',
    note: 'Заўвага',
    figure: 'Малюнак',
    pdf: 'Умова (PDF)',
    sample: 'Прыклад узаемадзеяння',
    read: 'Рашэнне чытае',
    write: 'Рашэнне выводзіць',
  },
  kk: {
    input: 'Енгізу',
    output: 'Шығару',
    interaction: 'Өзара әрекеттесу',
    scoring: 'Бағалау',
    note: 'Ескерту',
    figure: 'Сурет',
    pdf: 'Есептің шарты (PDF)',
    sample: 'Өзара әрекеттесу мысалы',
    read: 'Шешім оқиды',
    write: 'Шешім шығарады',
  },
  de: {
    input: 'Eingabe',
    output: 'Ausgabe',
    interaction: 'Interaktion',
    scoring: 'Bewertung',
    note: 'Hinweis',
    figure: 'Abbildung',
    pdf: 'Aufgabe (PDF)',
    sample: 'Beispiel einer Interaktion',
    read: 'Die Lösung liest',
    write: 'Die Lösung schreibt',
  },
  sv: {
    input: 'Indata',
    output: 'Utdata',
    interaction: 'Interaktion',
    scoring: 'Poängsättning',
    note: 'Förklaring',
    figure: 'Figur',
    pdf: 'Uppgift (PDF)',
    sample: 'Exempel på interaktion',
    read: 'Lösningen läser',
    write: 'Lösningen skriver',
  },
  da: {
    input: 'Input',
    output: 'Output',
    interaction: 'Interaktion',
    scoring: 'Pointgivning',
    note: 'Bemærkning',
    figure: 'Figur',
    pdf: 'Opgave (PDF)',
    sample: 'Eksempel på interaktion',
    read: 'Løsningen læser',
    write: 'Løsningen skriver',
  },
  es: {
    input: 'Entrada',
    output: 'Salida',
    interaction: 'Interacción',
    scoring: 'Puntuación',
    note: 'Nota',
    figure: 'Figura',
    pdf: 'Enunciado (PDF)',
    sample: 'Ejemplo de interacción',
    read: 'La solución lee',
    write: 'La solución escribe',
  },
  fr: {
    input: 'Entrée',
    output: 'Sortie',
    interaction: 'Interaction',
    scoring: 'Barème',
    note: 'Remarque',
    figure: 'Figure',
    pdf: 'Énoncé (PDF)',
    sample: 'Exemple d’interaction',
    read: 'La solution lit',
    write: 'La solution écrit',
  },
  pl: {
    input: 'Wejście',
    output: 'Wyjście',
    interaction: 'Interakcja',
    scoring: 'Ocenianie',
    note: 'Uwaga',
    figure: 'Rysunek',
    pdf: 'Treść zadania (PDF)',
    sample: 'Przykład interakcji',
    read: 'Rozwiązanie czyta',
    write: 'Rozwiązanie wypisuje',
  },
  pt: {
    input: 'Entrada',
    output: 'Saída',
    interaction: 'Interação',
    scoring: 'Pontuação',
    note: 'Nota',
    figure: 'Figura',
    pdf: 'Enunciado (PDF)',
    sample: 'Exemplo de interação',
    read: 'A solução lê',
    write: 'A solução escreve',
  },
  zh: {
    input: '输入',
    output: '输出',
    interaction: '交互',
    scoring: '评分',
    note: '说明',
    figure: '图',
    pdf: '题面 (PDF)',
    sample: '交互示例',
    read: '程序读入',
    write: '程序输出',
  },
};

/** @param language two letters; English stands in for a language that we do not know */
export const wordsOf = (language: string): StatementWords => WORDS[language] ?? ENGLISH;
