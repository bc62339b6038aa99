import { expect, test } from 'vitest';
import { followEditedNames, followNames } from '#features/user-admin/fields/auto-fill.ts';

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

const IVAN = { firstName: 'Иван', lastName: 'Орлов', username: 'i.orlov2' };
const unhandled = { typed: undefined };

test('the username of an edited person follows the names of which it was made', () => {
  const renamed = { firstName: 'Иван', lastName: 'Петров' };
  expect(followEditedNames(renamed, IVAN, { ...unhandled, username: 'i.orlov2' })).toBe('i.petrov');
  expect(followEditedNames(renamed, IVAN, { ...unhandled, username: 'i.petrov', free: 'i.petrov3' })).toBe(
    'i.petrov3',
  );
  // It is made of these names too, and the own one is not free.
  const namesake = { firstName: 'Игорь', lastName: 'Орлов' };
  expect(followEditedNames(namesake, IVAN, { ...unhandled, username: 'i.orlov2', free: 'i.orlov3' })).toBe(
    'i.orlov2',
  );
  expect(followEditedNames(IVAN, IVAN, { ...unhandled, username: 'i.petrov' })).toBe('i.orlov2');
});

test('the username of an edited person that somebody chose stays, until it is emptied', () => {
  const captain = { ...IVAN, username: 'captain' };
  const renamed = { firstName: 'Иван', lastName: 'Петров' };
  expect(followEditedNames(renamed, captain, { ...unhandled, username: 'captain' })).toBe('captain');
  expect(followEditedNames(renamed, IVAN, { username: 'boss', typed: true })).toBe('boss');
  expect(followEditedNames(renamed, captain, { username: '', typed: false })).toBe('i.petrov');
  expect(followEditedNames({ firstName: '', lastName: '' }, captain, { username: '', typed: false })).toBe(
    '',
  );
  const short = { firstName: 'Ив', lastName: 'Ор', username: 'i.orlov2' };
  expect(followEditedNames(renamed, short, { ...unhandled, username: 'i.orlov2' })).toBe('i.orlov2');
});
