/** Contests, problems and accounts of the stand-in. All are invented. */

export interface EjudgeLanguage {
  id: number;
  short_name: string;
  long_name: string;
  src_sfx: string;
}

export interface EjudgeProblem {
  id: number;
  short_name: string;
  long_name: string;
  /** 0: takes programs. */
  type: number;
  time_limit_ms: number;
  /** Bytes. */
  max_vm_size: number;
  files: { input_file: string; output_file: string } | null;
  /** Languages that it takes; null: all. */
  compilers: readonly number[] | null;
  isSubmittable: boolean;
  /** HTML between the heading that ejudge makes and the samples; null: there is no statement. */
  statement: string | null;
  samples: readonly { input: string; output: string }[];
}

export interface EjudgeContest {
  id: number;
  name: string;
  isStarted: boolean;
  isStopped: boolean;
  isSuspended: boolean;
  /** Sources, reports and the compiler's words are shown to participants. */
  isOpen: boolean;
  /** `ignore_duplicated_runs`. */
  refusesDuplicates: boolean;
  languages: readonly EjudgeLanguage[];
  problems: readonly EjudgeProblem[];
}

export interface EjudgeAccount {
  id: number;
  login: string;
  name: string;
  password: string;
  /** Token after its type, 43 characters. */
  token: string | null;
  /** 0: participant, 5: judge, 6: administrator. */
  role: number;
  /** Contests for which it is registered. */
  contests: readonly number[];
}

const LANGUAGES: readonly EjudgeLanguage[] = [
  { id: 1, short_name: 'fpc', long_name: 'Free Pascal 3.2.2', src_sfx: '.pas' },
  { id: 3, short_name: 'g++', long_name: 'GNU C++ 13.2.0', src_sfx: '.cpp' },
  { id: 23, short_name: 'python3', long_name: 'Python 3.12', src_sfx: '.py' },
  { id: 25, short_name: 'make', long_name: 'Project with a Makefile', src_sfx: '.tar' },
];

const PLAIN = {
  type: 0,
  time_limit_ms: 1000,
  max_vm_size: 67_108_864,
  files: null,
  compilers: null,
  isSubmittable: true,
  samples: [],
};

/** Makes the contests anew: tests change them. */
export function invented(): EjudgeContest[] {
  const plain = {
    isStarted: true,
    isStopped: false,
    isSuspended: false,
    isOpen: true,
    refusesDuplicates: true,
  };
  return [
    { ...plain, id: 12, name: 'Осенние учения', languages: LANGUAGES, problems: autumn() },
    {
      ...plain,
      ...{ id: 15, name: 'Harbour cup', languages: LANGUAGES.slice(1, 2) },
      problems: [
        { ...PLAIN, id: 1, short_name: '7', long_name: 'Seven ropes', statement: null },
        { ...PLAIN, id: 7, short_name: 'G', long_name: '', statement: null },
      ],
    },
  ];
}

function autumn(): EjudgeProblem[] {
  return [
    {
      ...PLAIN,
      ...{ id: 1, short_name: 'A', long_name: 'Фонари' },
      statement:
        '<p>На улице \\(n\\) фонарей. Сколько из них горит?</p><p>Стоит это 5$ и 7$.</p>' +
        '<p><img src="{getfile}=lamp.png"/><a href="{getfile}=extra.zip">архив</a> <a href="/rules">правила</a></p>' +
        '<script>alert(1)</script><h3>Формат входных данных</h3><p>Число \\[n\\]</p>',
      samples: [
        { input: '1\n', output: '1\n' },
        { input: '2 &lt;\n', output: '0\n' },
      ],
    },
    {
      ...PLAIN,
      ...{ id: 2, short_name: 'B', long_name: 'Мост', time_limit_ms: 2500, compilers: [3, 23] },
      files: { input_file: 'bridge.in', output_file: 'bridge.out' },
      statement: '<p>Find the shortest bridge. Use the shortest bridge.</p>',
    },
    { ...PLAIN, id: 4, short_name: 'D', long_name: 'Ответ', type: 2, statement: '<p>42?</p>' },
  ];
}

export const ACCOUNTS: readonly EjudgeAccount[] = [
  {
    id: 2,
    login: 'pool1',
    name: 'Пул 1',
    password: 'first secret',
    token: 'p'.repeat(43),
    role: 0,
    contests: [12, 15],
  },
  {
    id: 3,
    login: 'pool2',
    name: 'Пул 2',
    password: 'second secret',
    token: 'q'.repeat(43),
    role: 0,
    contests: [12],
  },
  {
    id: 9,
    login: 'jury',
    name: 'Jury',
    password: 'third secret',
    token: 'j'.repeat(43),
    role: 6,
    contests: [12, 15],
  },
];
