import { expect, test } from 'vitest';
import { seal, unseal } from '#content/sealed.ts';

const KEY = 'a-key-of-the-site';

test('a sealed secret opens with the same key for the same purpose only', () => {
  const sealed = seal(KEY, 'mail', 'пароль');
  expect(sealed).not.toContain('пароль');
  expect(unseal(KEY, 'mail', sealed)).toBe('пароль');
  expect(unseal('another-key', 'mail', sealed)).toBeNull();
  expect(unseal(KEY, 'telegram', sealed)).toBeNull();
  expect(seal(KEY, 'mail', 'пароль')).not.toBe(sealed);
});

test.each(['', 'AAAA', '%', 'A'.repeat(80)])('what was not sealed does not open: %s', (text) => {
  expect(unseal(KEY, 'mail', text)).toBeNull();
});
