import { SETTINGS } from '@balloon/contracts/settings.ts';
import { expect, test } from 'vitest';
import { judgeEnv } from '#judge-env.ts';

test('a judge gets the settings without the secrets of the site', () => {
  const names = Object.values(SETTINGS).map(({ env }) => env);
  const given = judgeEnv({ PATH: '/bin', ...Object.fromEntries(names.map((name) => [name, 'x'])) });

  const secrets = Object.keys(given).filter((name) => /KEY|TOKEN|PASSWORD|_URL$/.test(name));
  expect(secrets.sort()).toEqual(['JUDGE_TOKEN', 'PUBLIC_URL']);
  expect(given).toMatchObject({ PATH: '/bin', JUDGE_SLOTS: 'x' });
});
