/** The environment of every program: nothing of the judge's own, the same on every machine. */
export const BASE_ENV = {
  PATH: '/usr/bin:/bin',
  HOME: '/w',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
} as const;
