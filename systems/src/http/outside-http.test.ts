import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { afterEach, describe, expect, test } from 'vitest';
import { OutsideError } from '#failures.ts';
import { openOutsideHttp } from '#http/outside-http.ts';
import { createPacer } from '#http/pacer.ts';
import { type Received, type Reply, redirect, type StandIn, startStandIn } from '#stand-ins/stand-in.ts';

let standIn: StandIn;
afterEach(() => standIn.close());

async function open(answer: (received: Received) => Reply, charset = 'utf-8', cookies: string | null = null) {
  standIn = await startStandIn(answer, { charset });
  return openOutsideHttp({ baseUrl: standIn.url, pacer: createPacer(0), charset, cookies });
}

const kindOf = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof OutsideError ? error.kind : error;
};

describe('requests to an outside system', () => {
  test('keep cookies, also in a later process', async () => {
    const answer = ({ path, cookies }: Received): Reply =>
      path === '/in'
        ? redirect('/me', { 'set-cookie': ['sid=abc; Path=/; HttpOnly', 'Locale=English; path=/'] })
        : { body: `${cookies.get('sid')} ${cookies.get('Locale')}` };
    const http = await open(answer);
    expect((await http.request({ path: '/in' })).text()).toBe('abc English');
    const later = openOutsideHttp({
      baseUrl: standIn.url,
      pacer: createPacer(0),
      cookies: http.exportCookies(),
    });
    expect((await later.request({ path: '/me' })).text()).toBe('abc English');
    expect(await later.readCookie('sid')).toBe('abc');
    expect(await later.readCookie('none')).toBeNull();
  });

  test('send no more cookies than a server takes, however many it has set, and keep the newest', async () => {
    let answers = 0;
    const http = await open(({ path, headers }) => {
      if (path !== '/bomb') return { body: headers.cookie ?? '' };
      answers += 1;
      const bombs = Array.from(
        { length: 50 },
        (_, index) => `c${answers}_${index}=${'x'.repeat(200)}; Path=/`,
      );
      return { headers: { 'set-cookie': [...bombs, `sid=${answers}; Path=/; Max-Age=1000`] } };
    });
    for (let round = 0; round < 5; round += 1)
      expect((await http.request({ path: '/bomb' })).status).toBe(200);
    const cookies = (await http.request({ path: '/' })).text();
    expect(cookies.length).toBeLessThan(8_000);
    expect(cookies).toContain('sid=5');

    // A session that an earlier version has stored.
    const stored = JSON.parse(http.exportCookies()) as { cookies: { key: string }[] };
    const [first] = stored.cookies;
    const many = Array.from({ length: 500 }, (_, index) => ({ ...first, key: `older${index}` }));
    const later = openOutsideHttp({
      ...{ baseUrl: standIn.url, pacer: createPacer(0) },
      cookies: JSON.stringify({ ...stored, cookies: [...many, ...stored.cookies] }),
    });
    expect((await later.request({ path: '/' })).text()).toBe(cookies);
  });

  test('lose no session to one cookie that fills the line', async () => {
    const http = await open(({ path, headers }) => {
      if (path === '/in') return { headers: { 'set-cookie': 'sid=abc; Path=/' } };
      if (path === '/bomb') return { headers: { 'set-cookie': `bomb=${'x'.repeat(7_480)}; Path=/` } };
      return { body: headers.cookie ?? '' };
    });
    for (const path of ['/in', '/bomb']) await http.request({ path });
    expect((await http.request({ path: '/' })).text()).toBe('sid=abc');
  });

  test('keep a renewed token beside the cookies, and send it nowhere', async () => {
    const http = await open(({ headers }) => ({ body: headers.cookie ?? 'no cookies' }));
    http.keep('token', 'abc');
    const cookies = http.exportCookies();
    const later = openOutsideHttp({ baseUrl: standIn.url, pacer: createPacer(0), cookies });
    expect(later.kept('token')).toBe('abc');
    expect((await later.request({ path: '/' })).text()).toBe('no cookies');
  });

  test('go to another server only where the adapter names it', async () => {
    const http = await open(({ path }) => ({ body: path }));
    const elsewhere = openOutsideHttp({ baseUrl: 'http://elsewhere.invalid/', pacer: createPacer(0) });
    expect((await elsewhere.request({ base: http.baseUrl, path: 'token' })).text()).toBe('/token');
    await expect(http.request({ base: http.baseUrl, path: 'http://elsewhere.invalid/' })).rejects.toThrow(
      'not the host',
    );
  });

  test('leave the redirect of a POST to the caller', async () => {
    const http = await open(() => redirect('/status', { 'x-submitid': '77' }));
    const form = { as: 'urlencoded', fields: [['a', '1']] } as const;
    const { status, headers } = await http.request({ path: '/send', method: 'POST', form });
    expect([status, headers.get('x-submitid')]).toEqual([302, '77']);
    expect(standIn.journal.length).toBe(1);
  });

  test('never follow to another host, nor go there', async () => {
    const http = await open(() => redirect('http://elsewhere.invalid/'));
    expect((await http.request({ path: '/' })).status).toBe(302);
    await expect(http.request({ path: 'http://elsewhere.invalid/' })).rejects.toThrow('not the host');
  });

  test('never go on in the clear where the server is sealed', async () => {
    await open(() => ({}));
    const baseUrl = standIn.url.replace('http:', 'https:');
    const http = openOutsideHttp({ baseUrl, pacer: createPacer(0) });
    await expect(http.request({ path: standIn.url })).rejects.toThrow('not the host');
    expect(standIn.journal).toEqual([]);
  });

  test('end after a few redirects', async () => {
    const http = await open(() => redirect('/'));
    expect((await http.request({ path: '/' })).status).toBe(302);
    expect(standIn.journal.length).toBe(6);
  });

  for (const as of ['urlencoded', 'multipart'] as const) {
    test(`send a ${as} form in the charset of the page`, async () => {
      const http = await open(
        ({ form }) => ({ body: iconv.encode(`${form.text('text')}|${form.names.join()}`, 'windows-1251') }),
        'windows-1251',
      );
      const fields = [
        ['text', 'Привет, + & = ☃'],
        ['a/b@c', ''],
      ] as const;
      const answer = await http.request({ path: '/', method: 'POST', form: { as, fields } });
      // The charset of the header is UTF-8, which this answer is not.
      expect(iconv.decode(Buffer.from(answer.bytes), 'windows-1251')).toBe('Привет, + & = ?|text,a/b@c');
    });
  }

  test('send a file that nobody chose as browsers do', async () => {
    const http = await open(({ form }) => ({
      body: JSON.stringify([form.text('source'), form.file('fname')]),
    }));
    const fields = [
      ['source', 'x'],
      ['fname', { name: '', content: '' }],
    ] as const;
    const answer = await http.request({ path: '/', method: 'POST', form: { as: 'multipart', fields } });
    expect(JSON.parse(answer.text())).toMatchObject(['x', { name: '', content: { data: [] } }]);
  });

  test('decode by the charset of the header, else by that of the system', async () => {
    const headers: Record<string, string> = {};
    const body = iconv.encode('Задача', 'windows-1251');
    const http = await open(() => ({ headers, body }), 'windows-1251');
    for (const type of ['text/html; charset=windows-1251', 'text/html', 'text/html; charset=nonsense']) {
      headers['content-type'] = type;
      expect((await http.request({ path: '/' })).text()).toBe('Задача');
    }
  });

  test('tell a system that is away from one that asks for patience', async () => {
    let reply: Reply = { status: 503, headers: { 'retry-after': '120' } };
    const http = await open(() => reply);
    expect(await kindOf(http.request({ path: '/' }))).toBe('down');
    reply = { status: 429 };
    expect(await kindOf(http.request({ path: '/', method: 'POST', isHarmless: true }))).toBe('rate');
    expect((await http.request({ path: '/', method: 'POST' })).status).toBe(429); // what it did is the caller's to tell
    standIn.plan('/', { kind: 'cutBefore' });
    expect(await kindOf(http.request({ path: '/' }))).toBe('down');
  });

  test('name what stopped them, where the connection says no more than that it failed', async () => {
    const http = await open(() => ({}));
    const base = 'http://127.0.0.1:9/'; // where nobody listens
    await expect(http.request({ base, path: '/' })).rejects.toThrow('ECONNREFUSED');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('unpack %s, and take no page that is cut short for a whole one', async (packing, pack) => {
    const page = Array.from({ length: 3000 }, (_, row) => `<tr><td>${row}</td></tr>`).join('');
    const packed = pack(page);
    let length = packed.length;
    const headers = { 'content-encoding': packing };
    const http = await open(() => ({ headers, body: packed.subarray(0, length) }));
    expect((await http.request({ path: '/' })).text()).toBe(page);

    length -= 3;
    const cut = new OutsideError('down', 'The answer was cut short');
    await expect(http.request({ path: '/' })).rejects.toEqual(cut);
    const sent = http.request({ path: '/', method: 'POST' });
    await expect(sent).rejects.toEqual(new Error('The answer was cut short'));
    length = 0; // redirects often have no body
    expect((await http.request({ path: '/' })).text()).toBe('');
  });

  test('unpack no more than they need, and leave alone what is packed in no known way', async () => {
    const headers: Record<string, string> = { 'content-encoding': 'gzip' };
    const http = await open(() => ({ headers, body: gzipSync('x'.repeat(1001)) }));
    expect(await kindOf(http.request({ path: '/', maxBytes: 1000 }))).toBe('drift');
    headers['content-encoding'] = 'windows-1251';
    expect((await http.request({ path: '/' })).bytes.length).toBeLessThan(100);
  });

  test('do not tell of a cut POST that the system has not taken it', async () => {
    const http = await open(() => ({}));
    standIn.plan('/', { kind: 'cutAfter' });
    const error = await kindOf(http.request({ path: '/', method: 'POST' }));
    // The cause is what a failure of the connection is known by.
    expect(error).toMatchObject({ message: 'ECONNRESET', cause: new Error('socket hang up') });
    expect(standIn.journal.length).toBe(1);
  });

  test('tell of a cut POST that changes nothing what they tell of a page', async () => {
    const http = await open(() => ({ status: 502, body: 'x'.repeat(11) }));
    const signIn = () => kindOf(http.request({ path: '/', method: 'POST', isHarmless: true, maxBytes: 20 }));
    expect(await signIn()).toBe('down');
    standIn.plan('/', { kind: 'cutAfter' });
    expect(await signIn()).toBe('down');
    standIn.plan('/', { kind: 'answerInstead', reply: { body: 'x'.repeat(21) } });
    expect(await signIn()).toBe('drift');
  });

  test('read no more than they need', async () => {
    const http = await open(() => ({ body: 'x'.repeat(1001) }));
    expect(await kindOf(http.request({ path: '/', maxBytes: 1000 }))).toBe('drift');
    const sent = kindOf(http.request({ path: '/', maxBytes: 1000, method: 'POST' }));
    expect(await sent).toEqual(new Error('The answer is longer than 1000 bytes'));
  });
});
