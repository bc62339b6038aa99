import type { Random } from '#generate/random.ts';

/** Person who does not exist. */
export interface InventedPerson {
  login: string;
  firstName: string;
  lastName: string;
  /** From 0 (weak) to 1 (strong). */
  skill: number;
  /** Ending of the files that this person writes. */
  writes: 'cpp' | 'py' | 'other';
}

const RUSSIAN_FIRST = {
  he: 'Артём Вадим Глеб Данил Егор Захар Илья Кирилл Лев Матвей Никита Олег Павел Роман Степан Тимур'.split(
    ' ',
  ),
  she: 'Алиса Вера Галина Дарья Ева Жанна Зоя Инна Кира Лада Майя Нина Полина Рита Соня Юлия'.split(' '),
};
/** Stems of surnames, which take an ending for women. */
const RUSSIAN_LAST =
  'Ветров Облаков Парусов Зефиров Птицын Крылов Чайкин Стрижов Дроздов Скворцов Ласточкин Синицын Снегирёв Туманов Радугин Полётов Высотин Небов Шаров Ураганов'.split(
    ' ',
  );
const ENGLISH_FIRST =
  'Alice Ben Chloe Daniel Emma Felix Grace Hugo Isla Jack Kenji Lukas Mei Noah Omar Priya Rosa Sofia Tom Wendy'.split(
    ' ',
  );
const ENGLISH_LAST =
  'Aylward Breeze Cloudsley Crane Drake Falk Feather Finch Gale Hawke Heron Larkin Skye Starling Swift Vane Winder Wren'.split(
    ' ',
  );

/** Share of Russian names, of ten. */
const RUSSIAN_OF_TEN = 6;

/** Invents people with names of their own, the same from the same numbers. */
export function inventPeople(count: number, random: Random): InventedPerson[] {
  const names = new Set<string>();
  return random.list(count, (index) => {
    let name = drawName(random);
    while (names.has(name.join(' '))) name = drawName(random);
    names.add(name.join(' '));
    const [firstName, lastName] = name;
    const login = `sample-${String(index + 1).padStart(3, '0')}`;
    return { login, firstName, lastName, ...drawHabits(random) };
  });
}

/** Draws how strong a person is, few of them very strong or very weak, and what the person writes. */
export function drawHabits(random: Random): Pick<InventedPerson, 'skill' | 'writes'> {
  const skill = (random.int(0, 1000) + random.int(0, 1000)) / 2000;
  const writes = random.pick(['cpp', 'cpp', 'cpp', 'py', 'py', 'other'] as const);
  return { skill, writes };
}

function drawName(random: Random): [firstName: string, lastName: string] {
  if (random.int(1, 10) > RUSSIAN_OF_TEN) return [random.pick(ENGLISH_FIRST), random.pick(ENGLISH_LAST)];
  const lastName = random.pick(RUSSIAN_LAST);
  return random.int(0, 1) === 0
    ? [random.pick(RUSSIAN_FIRST.he), lastName]
    : [random.pick(RUSSIAN_FIRST.she), `${lastName}а`];
}
