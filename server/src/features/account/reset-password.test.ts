import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPassword } from '#features/account/reset-password.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a new password works, the old sessions end', async () => {
  const user = await server.given.signedIn(await server.given.user({ username: 'Forgetful' }));

  const password = await resetPassword(server.services.db, 'forgetful');

  expect((await user.get('/api/user/me')).status).toBe(401);
  const signIn = await server.given
    .anonymous()
    .post('/api/user/authenticate/sign-in', { username: 'Forgetful', password });
  expect(signIn.status).toBe(200);
});

test.each(['nobody', 'support'])('the account %s has no password to reset', async (username) => {
  await expect(resetPassword(server.services.db, username)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});
