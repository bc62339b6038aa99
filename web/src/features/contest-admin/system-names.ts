import type { SystemType } from '@balloon/contracts/problems/problems.ts';

/** Names of the judging systems, the same in every language. */
export const SYSTEM_NAMES: Readonly<Record<SystemType, string>> = {
  balloon: 'Balloon',
  timus: 'Timus',
  acmp: 'ACMP',
  cf: 'Codeforces',
  sgu: 'SGU',
  ejudge: 'ejudge',
  yandex: 'Yandex',
  yandexOfficial: 'Yandex (official)',
};
