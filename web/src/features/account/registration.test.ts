import { expect, test, vi } from 'vitest';
import { Registration } from '#features/account/registration.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';

const ANNA = { username: 'anna', password: 'long enough' };
const failing = (status: number, code = '') =>
  Promise.reject(new ApiError({ code, description: '', status }));
const unreached = () => failing(0);
const taken = () => failing(409, 'USERNAME_TAKEN');
const wrong = () => failing(401, 'WRONG_LOGIN_OR_PASSWORD');

test('a try whose answer was lost is not made again when the account is there', async () => {
  const registration = new Registration();
  const [signUp, enter] = [vi.fn<() => Promise<unknown>>(unreached), vi.fn(() => Promise.resolve())];
  await expect(registration.attempt(ANNA, { signUp, enter })).rejects.toMatchObject({ status: 0 });
  expect(enter).not.toHaveBeenCalled();

  expect(await registration.attempt(ANNA, { signUp, enter })).toBe(true);

  expect([signUp, enter].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('a try that did not arrive is made again', async () => {
  const registration = new Registration();
  const signUp = vi.fn<() => Promise<unknown>>(unreached);
  await expect(registration.attempt(ANNA, { signUp, enter: wrong })).rejects.toThrow();
  await expect(registration.attempt(ANNA, { signUp, enter: unreached })).rejects.toMatchObject({ status: 0 });
  expect(signUp).toHaveBeenCalledOnce();

  signUp.mockResolvedValue({});
  expect(await registration.attempt(ANNA, { signUp, enter: wrong })).toBe(false);

  expect(signUp).toHaveBeenCalledTimes(2);
});

test('who is refused, or typed something else, is not signed in', async () => {
  const registration = new Registration();
  const enter = vi.fn(() => Promise.resolve());
  for (let time = 0; time < 2; time += 1)
    await expect(registration.attempt(ANNA, { signUp: taken, enter })).rejects.toMatchObject({ status: 409 });
  await expect(registration.attempt(ANNA, { signUp: unreached, enter })).rejects.toThrow();

  const another = { ...ANNA, password: 'something else' };
  await expect(registration.attempt(another, { signUp: taken, enter })).rejects.toThrow();

  expect(enter).not.toHaveBeenCalled();
});
