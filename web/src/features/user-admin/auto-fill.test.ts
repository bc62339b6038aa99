import { expect, test } from 'vitest';
import { followNames } from '#features/user-admin/auto-fill.ts';

const ANNA = { firstName: 'Юлия', lastName: 'Щукина' };
const NOTHING = { username: '', password: '' };
const untouched = { username: false, password: false };

test('username and password follow the names, in Latin letters', () => {
  const about = { typed: untouched, isParticipant: true };
  expect(followNames(ANNA, NOTHING, about)).toEqual({ username: 'yu.schukina', password: 'yu.schukina' });
  expect(followNames({ firstName: 'Юлия', lastName: '' }, NOTHING, about).username).toBe('yuliya');
  expect(followNames({ firstName: '', lastName: '' }, { username: 'x', password: 'x' }, about)).toEqual(
    NOTHING,
  );
  expect(followNames(ANNA, NOTHING, { ...about, free: 'yu.schukina2' }).password).toBe('yu.schukina2');
});

test('what was typed by hand stays', () => {
  const typed = { username: 'captain', password: 'secret' };
  const about = { typed: { username: true, password: true }, isParticipant: true };
  expect(followNames(ANNA, typed, about)).toEqual(typed);
  expect(followNames(ANNA, typed, { ...about, typed: { username: true, password: false } })).toEqual({
    username: 'captain',
    password: 'captain',
  });
});

test('a supervisor gets no password that can be guessed', () => {
  expect(followNames(ANNA, NOTHING, { typed: untouched, isParticipant: false })).toEqual({
    username: 'yu.schukina',
    password: '',
  });
});
