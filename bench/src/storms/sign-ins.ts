import { setTimeout as sleep } from 'node:timers/promises';
import { givePasswords, PASSWORD } from '#contest/crowd.ts';
import { HttpCaller } from '#contest/http-caller.ts';
import { watchCosts } from '#processes/process-costs.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import { openLiveLoad } from '#storms/live-load.ts';
import type { Storm, StormSite } from '#storms/storm.ts';

/** Tries of the sign-in form while the server asks it to come again. */
const TRIES = 7;
const ACCEPTED_MS = 200;

/** Lets people sign in evenly over some time, while others send solutions. */
export async function signInTogether(site: StormSite, storm: Storm): Promise<MeasuredRow[]> {
  const logins = await givePasswords(site.database, site.members.slice(0, storm.signIns));
  const live = await openLiveLoad(site, storm.signInsMs / 1000);
  const caller = new HttpCaller();
  const signedInMs: number[] = [];
  let refused = 0;
  const signIn = async (username: string) => {
    const startedAt = performance.now();
    const body = JSON.stringify({ username, password: PASSWORD });
    for (let tries = 0; tries < TRIES; tries += 1) {
      const address = `${site.web.url}/api/user/authenticate/sign-in`;
      const { status, text, retryAfterSec } = await caller.call(address, null, body);
      if (status === 200) return void signedInMs.push(performance.now() - startedAt);
      if (status !== 503) throw new Error(`Signing in was answered ${status}: ${text.slice(0, 200)}`);
      refused += 1;
      await sleep(1000 * retryAfterSec);
    }
  };
  const endCosts = watchCosts([site.web.pid]);
  const signingIn = logins.map(async (username, place) => {
    await sleep((storm.signInsMs * place) / logins.length);
    await signIn(username);
  });
  const [{ acceptMs }] = await Promise.all([live(), ...signingIn]);
  const cpu = endCosts();
  caller.close();
  return [
    ...times('signed in', signedInMs),
    count('sign-ins that gave up', logins.length - signedInMs.length, 0),
    count('sign-ins told to come again (503)', refused),
    ...times('accepted during the sign-ins, 5 per s', acceptMs, ACCEPTED_MS),
    count('sign-ins: processor of the web, % of a core', cpu.webs),
    count('sign-ins: processor of the database, % of a core', cpu.database),
  ];
}
