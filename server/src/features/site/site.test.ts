import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let folder: string;
let server: TestServer;
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balloon-site-'));
  await mkdir(join(folder, 'site'));
  await writeFile(
    join(folder, 'index.html'),
    '<title>Balloon</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  );
  await writeFile(join(folder, 'favicon.svg'), '<svg fill="#2440d6"/>');
  server = await startTestServer({ staticDir: folder, siteDir: join(folder, 'site') });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('a site without looks of its own has ours', async () => {
  expect((await open('/contests')).text).toContain(
    '<title>Balloon</title><link rel="icon" href="/favicon.svg"',
  );
  expect((await open('/site/brand.css')).status).toBe(404);
  expect((await open('/site/logo')).status).toBe(404);
});

test('name, colour and pictures come from the file, and differ by host name', async () => {
  await write({
    name: 'Кубок <"&">',
    color: '#610FC9',
    hosts: { 'School.example.org': { name: 'School', logo: 'school.svg', nameInLogo: true } },
  });
  await writeFile(join(folder, 'site/school.svg'), LOGO);

  const usual = await open('/contests');
  expect(usual.text).toContain('<title>Кубок &lt;&quot;&amp;&quot;&gt;</title>');
  expect(toldTo(usual.text)).toMatchObject({ name: 'Кубок <"&">', logo: null, nameInLogo: false });
  expect(toldTo(usual.text).shades).toHaveLength(10);
  const style = /href="(\/site\/brand\.css\?\w+)"/.exec(usual.text)?.[1] ?? '';
  expect((await open(style)).text).toContain('--brand: #610fc9;');
  expect((await open('/site/icon')).text).toBe('<svg fill="#610fc9"/>');
  expect((await open('/site/logo')).status).toBe(404);

  const school = await open('/', 'school.example.org');
  expect(toldTo(school.text)).toMatchObject({
    name: 'School',
    logo: '/site/logo?school.svg',
    nameInLogo: true,
  });
  const logo = await open('/site/logo', 'school.example.org');
  expect([logo.text, logo.type]).toEqual([LOGO, 'image/svg+xml']);
  expect(logo.policy).toContain('sandbox');
});

test.each([
  ['no JSON', 'a name'],
  ['a colour that is none', '{"color": "violet"}'],
  ['a picture elsewhere', '{"logo": "../secrets/judge-token.png"}'],
  ['an unknown field', '{"colour": "#610fc9"}'],
])('%s in the file costs its looks and nothing else', async (_, text) => {
  await writeFile(join(folder, 'site/site.json'), text);
  const page = await open('/contests');
  expect(page.status).toBe(200);
  expect(page.text).toContain('<title>Balloon</title>');
  expect((await open('/site/logo')).status).toBe(404);
});

const write = (looks: object) => writeFile(join(folder, 'site/site.json'), JSON.stringify(looks));

function toldTo(html: string) {
  const content = /name="balloon-site" content="([^"]*)"/.exec(html)?.[1] ?? 'null';
  return JSON.parse(
    content
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

/** Past fetch, which sets the host name itself. */
function open(path: string, host = 'contest.example.org') {
  const { hostname, port } = new URL(server.url);
  return new Promise<{ status: number; text: string; type: string; policy: string }>((resolve, reject) => {
    const headers = { host: `${host}:${port}` };
    request({ hostname, port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text,
          type: response.headers['content-type'] ?? '',
          policy: String(response.headers['content-security-policy']),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
