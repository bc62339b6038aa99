import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import {
  emailText,
  newPasswordText,
  ownNameText,
  ownUsernameText,
  repeatedText,
  requiredText,
  usernameText,
} from '#features/account/field-rules.ts';

beforeAll(() => i18next.init({ lng: 'cimode' })); // texts are their keys

test.each(['', '  '])('an empty field is asked for: %j', (value) => {
  for (const rule of [requiredText, emailText, usernameText]) expect(rule(value)).toBe('form.required');
});

test('what the server takes is in order', () => {
  expect(requiredText('Анна-Мария')).toBeUndefined();
  expect(emailText(' Anna@Example.org ')).toBeUndefined();
  expect(usernameText('анна.kim_1')).toBeUndefined();
  expect(ownUsernameText('анна.kim_1')).toBeUndefined();
  expect(ownNameText('Анна Smith')).toBeUndefined();
  expect(newPasswordText('123456', 'anna')).toBeUndefined();
  expect(repeatedText('123456', '123456')).toBeUndefined();
});

test('what the server refuses is said before', () => {
  expect(requiredText('x'.repeat(201))).toBe('form.tooLong');
  expect(emailText('anna@')).toBe('form.email');
  expect(usernameText('anna@example.org')).toBe('form.username');
  expect(ownUsernameText('\uff21nna')).toBe('form.username');
  for (const rule of [ownUsernameText, ownNameText]) expect(rule('\u0430nna')).toBe('form.oneAlphabet');
  expect(ownNameText('\u0301')).toBe('form.required');
  expect(ownNameText('An\u202ena')).toBe('form.invisible');
  expect(ownNameText(`A${'\u0301'.repeat(5)}nna`)).toBe('form.fewMarks');
  expect(newPasswordText('12345')).toBe('form.tooShort');
  expect(newPasswordText('Anna.Kim', 'anna.kim')).toBe('errors.PASSWORD_IS_USERNAME');
  expect(repeatedText('123456', '1234567')).toBe('form.notSame');
});
