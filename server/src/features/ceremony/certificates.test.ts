import {
  CertificatePictures,
  CertificateTexts,
  MissingLogos,
  PNG_URL,
} from '@balloon/contracts/scoreboard/certificates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPng } from '#features/ceremony/testing/test-png.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const path = ({ id }: { id: number }) => `/api/admin/contests/${id}/certificates`;
const pdfPath = (contest: { id: number }, query: string) => `${path(contest)}.pdf?locale=ru-ru&${query}`;
/** Pages of a document, counted by the objects that declare them, which are never compressed here. */
const pagesOf = (text: string) => text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

/** A contest that is over, with a team that solved, one that failed and one that is out of competition. */
async function givenContest() {
  const { given } = server;
  const contest = await given.contest({
    name: 'Кубок',
    problems: ['A'],
    startsInMin: -400,
    durationMin: 300,
  });
  const [foxes, owls] = [await given.participant(contest), await given.participant(contest)];
  const admin = await given.admin();
  await admin.post(`/api/admin/users/${foxes.user.id}/team`, {
    name: 'Лисы «Ёжик & Ко» Қазақстан',
    members: [{ name: 'Анна Щукина' }, { name: 'Борис Йод' }],
  });
  await given.logged(
    contest,
    given.attempt(contest, foxes, 10, 'accepted'),
    given.attempt(contest, owls, 20, 'wrongAnswer'),
  );
  return { contest, foxes, owls, admin, jury: await given.supervisor() };
}

test('everybody with a place gets a page, or only those with more than a mention', async () => {
  const { contest, owls, jury } = await givenContest();
  const placed = await jury.get(pdfPath(contest, 'who=placed&timeZone=Asia/Almaty'));
  expect([placed.status, placed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(placed.text.slice(0, 5)).toBe('%PDF-');
  expect(placed.text.trimEnd().slice(-5)).toBe('%%EOF');
  expect(pagesOf(placed.text)).toBe(2);
  expect(placed.text).toMatch(/GolosText-Regular/);
  const awarded = async () => pagesOf((await jury.get(pdfPath(contest, 'who=awarded'))).text);
  expect(await awarded()).toBe(1);
  const prize = { titleRu: 'Приз жюри', userIds: [owls.user.id] };
  await jury.post(`/api/admin/contests/${contest.id}/awards`, prize);
  expect(await awarded()).toBe(2);
});

test('organisers write the text of a contest, and go back to the usual one', async () => {
  const { contest, jury } = await givenContest();
  const read = async () => (await jury.get(path(contest))).as(CertificateTexts).texts;
  const [usual] = await read();
  expect(usual).toMatchObject({ locale: 'ru-ru', heading: 'Диплом', isDefault: true });
  const own = { locale: 'ru-ru', heading: 'Грамота', body: 'Команде {team}\n{rank} место' };
  expect((await jury.post(path(contest), own)).status).toBe(200);
  expect((await read()).map(({ heading, isDefault }) => [heading, isDefault])).toEqual([
    ['Грамота', false],
    ['Certificate', true],
  ]);
  expect(pagesOf((await jury.get(pdfPath(contest, ''))).text)).toBe(2);
  await jury.post(path(contest), { ...own, heading: usual?.heading, body: usual?.body });
  expect((await read())[0]).toEqual(usual);
});

test('a text with a placeholder that nothing stands for is refused, as is one without bounds', async () => {
  const { contest, jury } = await givenContest();
  const text = { locale: 'ru-ru', heading: 'Диплом', body: '{team}' };
  const unknown = await jury.post(path(contest), { ...text, heading: 'Диплом {place}' });
  expect([unknown.status, unknown.json.error?.code]).toEqual([400, 'UNKNOWN_PLACEHOLDER']);
  expect((await jury.post(path(contest), { ...text, body: ' ' })).status).toBe(400);
  expect((await jury.post(path(contest), { ...text, body: 'x'.repeat(1_001) })).status).toBe(400);
  expect((await jury.post(path(contest), { ...text, locale: 'de-de' })).status).toBe(400);
  expect((await jury.get(pdfPath(contest, 'timeZone=Nowhere/City'))).status).toBe(400);
});

test('certificates are for supervisors, and there are none before the end or for nobody', async () => {
  const { given } = server;
  const { contest, foxes, jury } = await givenContest();
  expect((await foxes.get(pdfPath(contest, ''))).status).toBe(403);
  expect((await foxes.get(path(contest))).status).toBe(403);
  const running = await given.contest({ problems: ['A'], startsInMin: -10 });
  await given.participant(running);
  const early = await jury.get(pdfPath(running, ''));
  expect([early.status, early.json.error?.code]).toEqual([409, 'RESULTS_NOT_READY']);
  const empty = await given.contest({ problems: ['A'], startsInMin: -400, durationMin: 300 });
  const nobody = await jury.get(pdfPath(empty, ''));
  expect([nobody.status, nobody.json.error?.code]).toEqual([409, 'NO_CERTIFICATES']);
});

/** A PNG of one colour with transparency, as a data URL. */
const pngOf = (...given: Parameters<typeof testPng>) => PNG_URL + testPng(...given).toString('base64');

test('a logo and signatures stand on each certificate, and on a preview before the end', async () => {
  const { contest, foxes, jury } = await givenContest();
  const signatures = [
    { picture: pngOf(60, 20), name: 'А. Судья', title: 'Председатель жюри' },
    { picture: null, name: 'B. Rector', title: '' },
  ];
  const pictures = { logo: pngOf(40, 40), signatures };
  expect((await jury.post(`${path(contest)}/pictures`, pictures)).status).toBe(200);
  expect((await jury.get(`${path(contest)}/pictures`)).as(CertificatePictures)).toEqual(pictures);
  expect((await foxes.get(`${path(contest)}/pictures`)).status).toBe(403);
  expect((await foxes.get(`${path(contest)}/preview.pdf?locale=ru-ru`)).status).toBe(403);
  const pdf = (await jury.get(pdfPath(contest, ''))).text;
  expect(pagesOf(pdf)).toBe(2);
  expect(pdf.match(/\/Subtype \/Image/g)).toHaveLength(4); // two pictures with their masks, once for all pages
  const preview = await jury.get(`${path(contest)}/preview.pdf?locale=en-us`);
  expect([preview.status, pagesOf(preview.text)]).toEqual([200, 1]);
  await jury.post(`${path(contest)}/pictures`, { logo: null, signatures: [] });
  expect((await jury.get(pdfPath(contest, ''))).text).not.toMatch(/\/Subtype \/Image/);
});

test('the logo of an organisation stands on the certificates of its teams unless it is left out', async () => {
  const { contest, foxes, admin, jury } = await givenContest();
  const upload = async (content: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'logo.png');
    return String((await admin.post('/upload/image', form)).json.link);
  };
  const give = async (logo: string) => {
    const { id } = (await admin.post('/api/admin/organizations', { name: 'SSU', logo })).json;
    const team = { name: 'Foxes', members: [], organizationId: id };
    expect((await admin.post(`/api/admin/users/${foxes.user.id}/team`, team)).status).toBe(200);
  };
  const pictures = async (query: string) =>
    (await jury.get(pdfPath(contest, query))).text.match(/\/Subtype \/Image/g)?.length ?? 0;

  const missing = async () => (await jury.get(`${path(contest)}/missing-logos`)).as(MissingLogos).missing;

  await give(await upload(testPng(120, 60)));
  expect(await missing()).toEqual([]);
  expect([await pictures(''), await pictures('logos=false')]).toEqual([2, 0]);
  // Browsers would show it, and the library would throw where nobody catches.
  await give(await upload(testPng(10, 10, Buffer.alloc(410, 9), { keepsRows: true })));
  expect(await pictures('')).toBe(0);
  expect(await missing()).toMatchObject([{ name: 'SSU', reason: 'content' }]);
  await give(await upload(Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')));
  expect(await pictures('')).toBe(0);
  expect(await missing()).toMatchObject([{ name: 'SSU', reason: 'kind' }]);
  expect((await foxes.get(`${path(contest)}/missing-logos`)).status).toBe(403);
});

test.each([
  ['that unpacks to more than it says', () => pngOf(10, 10, Buffer.alloc(5_000_000))],
  ['that unpacks to less than it says', () => pngOf(10, 10, Buffer.alloc(100))],
  ['with too many pixels', () => pngOf(2_000, 2_000)],
  ['without pixels', () => pngOf(0, 10)],
  ['with rows that nobody knows', () => pngOf(10, 10, Buffer.alloc(410, 9), { keepsRows: true })],
  ['that ends twice', () => pngOf(10, 10, undefined, { first: ['IEND', 0] })],
  ['with two sizes', () => pngOf(10, 10, undefined, { first: ['IHDR', 13] })],
  ['cut in the middle', () => pngOf(40, 40).slice(0, -40)],
  ['of another kind', () => `${PNG_URL}${Buffer.from('GIF89a').toString('base64')}`],
])('a picture %s is refused, and nothing changes', async (_of, picture) => {
  const { contest, jury } = await givenContest();
  const reply = await jury.post(`${path(contest)}/pictures`, { logo: picture(), signatures: [] });
  expect([reply.status, reply.json.error?.code]).toEqual([400, 'NO_DRAWABLE_PICTURE']);
  expect((await jury.get(`${path(contest)}/pictures`)).as(CertificatePictures).logo).toBeNull();
});
