/** Environment of every program: the same on every machine, without any variable of the judge. */
export const BASE_ENV = {
  PATH: '/usr/bin:/bin',
  HOME: '/w',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
} as const;
