/** Texts that the page adds to a statement, in the statement's language. */
export interface StatementWords {
  input: string;
  output: string;
  interaction: string;
  scoring: string;
  note: string;
  constraints: string;
  /** Text before the number of a subtask. */
  subtask: string;
  /** Text before the number of a figure that the text refers to. */
  figure: string;
  /** Text of the link to the PDF of a statement. */
  pdf: string;
  /** Title of a sample conversation between the judge and a solution. The next two texts name the sides. */
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
  constraints: 'Constraints',
  subtask: 'Subtask',
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
    constraints: 'Ограничения',
    subtask: 'Подзадача',
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
    constraints: 'Обмеження',
    subtask: 'Підзадача',
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
    constraints: 'Абмежаванні',
    subtask: 'Падзадача',
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
    constraints: 'Шектеулер',
    subtask: 'Ішкі есеп',
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
    constraints: 'Beschränkungen',
    subtask: 'Teilaufgabe',
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
    constraints: 'Begränsningar',
    subtask: 'Deluppgift',
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
    constraints: 'Begrænsninger',
    subtask: 'Delopgave',
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
    constraints: 'Restricciones',
    subtask: 'Subtarea',
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
    constraints: 'Contraintes',
    subtask: 'Sous-tâche',
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
    constraints: 'Ograniczenia',
    subtask: 'Podzadanie',
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
    constraints: 'Restrições',
    subtask: 'Subtarefa',
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
    constraints: '约束条件',
    subtask: '子任务',
    figure: '图',
    pdf: '题面 (PDF)',
    sample: '交互示例',
    read: '程序读入',
    write: '程序输出',
  },
};

/**
 * Returns the words of a language.
 *
 * @param language two letters; English for an unknown one
 */
export const wordsOf = (language: string): StatementWords => WORDS[language] ?? ENGLISH;
