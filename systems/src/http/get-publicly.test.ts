import { afterEach, beforeEach, expect, test } from 'vitest';
import { getPublicly, PrivateAddressError, type PublicRequest, TooLongError } from '#http/get-publicly.ts';
import { type StandIn, startStandIn } from '#stand-ins/stand-in.ts';

let host: StandIn;
let seen: string[];
beforeEach(async () => {
  seen = [];
  host = await startStandIn(({ path, headers, cookies }) => {
    seen.push(`${headers.host?.split(':')[0]} ${path} ${cookies.size}`);
    if (path === '/away') return { status: 302, headers: { location: 'http://10.0.0.1/' } };
    return { headers: { 'content-type': 'image/png' }, body: 'x'.repeat(100) };
  });
});
afterEach(() => host.close());

const get = (url: string, more: Partial<PublicRequest> = {}) =>
  getPublicly(new URL(url), {
    ...{ allowed: new Set(), maxBytes: 100, userAgent: 'test', signal: AbortSignal.timeout(10_000) },
    resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
    ...more,
  });
/** Address of the host under another name. */
const named = (name: string, path = '/a.png') => {
  const url = new URL(path, host.url);
  url.hostname = name;
  return url.href;
};

test.each(['127.0.0.1', '[::1]', '0.0.0.0', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]'])(
  'the address %s of this machine is not asked',
  async (address) => {
    await expect(get(named(address))).rejects.toThrow(PrivateAddressError);
    expect(seen).toEqual([]);
  },
);

test('a name that leads to this machine is not asked', async () => {
  await expect(get(named('pictures.example'))).rejects.toThrow(PrivateAddressError);
  const none = async () => [];
  await expect(get(named('pictures.example'), { resolveName: none })).rejects.toThrow(PrivateAddressError);
  expect(seen).toEqual([]);
});

test('of several addresses of a name only the allowed one is connected to', async () => {
  const addresses = [
    { address: '10.0.0.1', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const allowed = new Set(['127.0.0.1']);
  const answer = await get(named('pictures.example'), { allowed, resolveName: async () => addresses });
  expect(answer).toMatchObject({ status: 200, contentType: 'image/png', location: null });
  expect(seen).toEqual(['pictures.example /a.png 0']);
});

test('a redirect is left to the caller, and an answer has a bound', async () => {
  const allowed = new Set(['127.0.0.1']);
  expect(await get(host.url.concat('away'), { allowed })).toMatchObject({ location: 'http://10.0.0.1/' });
  await expect(get(`${host.url}a.png`, { allowed, maxBytes: 99 })).rejects.toThrow(TooLongError);
});

test('a connection that breaks is an error', async () => {
  host.plan('/a.png', { kind: 'cutBefore' });
  await expect(get(`${host.url}a.png`, { allowed: new Set(['127.0.0.1']) })).rejects.toThrow();
});
