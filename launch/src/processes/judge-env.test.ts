import { SETTINGS } from '@balloon/contracts/settings/settings.ts';
import { expect, test } from 'vitest';
import { judgeEnv, relayEnv } from '#processes/judge-env.ts';

const names = Object.values(SETTINGS).map(({ env }) => env);
const everything = { PATH: '/bin', ...Object.fromEntries(names.map((name) => [name, 'x'])) };
const secretsIn = (env: NodeJS.ProcessEnv) =>
  Object.keys(env)
    .filter((name) => /KEY|TOKEN|PASSWORD|_URL$/.test(name))
    .sort();

test('a relay gets the settings without the secrets of the site and of judges', () => {
  expect(secretsIn(relayEnv(everything))).toEqual(['PUBLIC_URL']);
});

test('a judge gets the settings without the secrets of the site', () => {
  const given = judgeEnv(everything);

  expect(secretsIn(given)).toEqual(['JUDGE_TOKEN', 'PUBLIC_URL']);
  expect(given).toMatchObject({ PATH: '/bin', JUDGE_SLOTS: 'x' });
});
