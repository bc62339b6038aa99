import { storeBlob } from '@balloon/database/blobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ensureFrontEnd } from '@balloon/launch/files/front-end.ts';
import { storeTestset } from '@balloon/server/features/problems/testsets/store-testset.ts';
import { storeVersion } from '@balloon/server/features/problems/versions.queries.ts';
import { type GivenContest, startTestServer, type TestServer } from '@balloon/server/testing/test-server.ts';

export interface StatementSite {
  server: TestServer;
  /** Contest in which A is text with shown files, B only a PDF, C text with tiles. */
  contest: GivenContest;
}

/**
 * Opens a site whose statements use every feature. Problem A has two versions.
 *
 * @param frontEnd folder of the built page, when it is not the usual one
 */
export async function openStatementSite(frontEnd?: string): Promise<StatementSite> {
  const server = await startTestServer({ staticDir: frontEnd ?? (await ensureFrontEnd()) });
  const { given, services } = server;
  const problemIds = [
    await given.problem('Верёвка'),
    await given.problem('Карта'),
    await given.problem('Шары'),
  ];
  const [text = 0, pdf = 0, tiles = 0] = problemIds;
  await services.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('problem')
      .set({ htmlStatement: '<p>The first wording.</p>' })
      .where('id', '=', text)
      .execute();
    await storeVersion(tx, text);
    await storeTestset(tx, text, {
      timeLimitMs: 2500,
      memoryLimitKb: 262_144,
      checker: { kind: 'tokens' },
      tests: [{ input: Buffer.from('3\n1 2 3\n'), answer: Buffer.from('6\n'), isSample: true }],
    });
    await write(tx, text, HTML, { files_show_embed: true }, [...SHOWN, ...OFFICE], OWN_TEXT);
    await storeVersion(tx, text);
    await write(tx, pdf, '', {}, [PDF]);
    await write(tx, tiles, '<p>Three files lie above.</p>', { files_location: 'top' }, [
      HOSTILE_PAGE,
      HOSTILE_PICTURE,
      PICTURE,
    ]);
  });
  const contest = await given.contest({ name: 'Открытая олимпиада', problems: problemIds });
  return { server, contest };
}

interface GivenFile {
  name: string;
  type: string;
  mediaType: string;
  content: string | Buffer;
}

async function write(
  tx: Tx,
  problemId: number,
  htmlStatement: string,
  config: object,
  files: readonly GivenFile[],
  text = '',
) {
  for (const { name, content, mediaType } of files) {
    const bytes = Buffer.from(content);
    const sha256 = await storeBlob(tx, bytes);
    await tx
      .insertInto('problemFile')
      .values({ problemId, name, sha256, sizeBytes: bytes.length, mediaType })
      .execute();
  }
  const attachments = {
    config,
    content: { text },
    files: files.map(({ name, type }) => ({
      type,
      title: name,
      url: `/api/problems/${problemId}/files/${name}`,
    })),
  };
  await tx
    .updateTable('problem')
    .set({ htmlStatement, attachments: JSON.stringify(attachments) })
    .where('id', '=', problemId)
    .execute();
}

const HTML = `<p>Дана верёвка длины $$$n$$$ ($$$1 \\le n \\le 10^5$$$). Её режут на куски, и про каждый кусок $$$a_i$$$
известно, что $$$\\sum_{i=1}^{k} a_i = n$$$. Найдите наибольшее значение выражения.</p>
<p>$$$$$$\\max_{1 \\le i \\le k} \\left( \\frac{a_i}{\\sqrt{i}} + \\int_0^{a_i} x^2\\,dx \\right)$$$$$$</p>
<p><img src="problem-file:rope.svg" alt="In the text" width="300"></p><h3>Входные данные</h3><p>В первой строке число $$$n$$$, во второй сами куски.</p>
<table><tr><th>Группа</th><th>Ограничения</th></tr><tr><td>1</td><td>$$$n \\le 100$$$</td></tr></table>`;

const OWN_TEXT = `### Замечание

Куски нумеруются *слева направо*, а $a_i$ — целые числа.

| Кусок | Длина |
|---|---|
| первый | $a_1$ |
| второй | $a_2$ |`;

/** SVG drawing of 960 by 320 points. */
const PICTURE: GivenFile = {
  name: 'rope.svg',
  type: 'image',
  mediaType: 'image/svg+xml',
  content: `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="320" viewBox="0 0 960 320">
    <path d="M40 240C240 20 420 300 620 120S860 60 920 160" fill="none" stroke="#2440d6" stroke-width="14"/>
    <circle cx="40" cy="240" r="20" fill="#c01f28"/><circle cx="920" cy="160" r="20" fill="#0b7338"/></svg>`,
};

/** PDF with one page and one line. Readers rebuild the missing cross-reference table themselves. */
const PDF: GivenFile = {
  name: 'statement.pdf',
  type: 'pdf',
  mediaType: 'application/pdf',
  content: `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 58>>stream
BT /F1 28 Tf 80 720 Td (Problem B: the map) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`,
};

const SHOWN: readonly GivenFile[] = [
  {
    name: 'notes.txt',
    type: 'txt',
    mediaType: 'text/plain',
    content: 'A line of plain text.\n<b>not bold</b>\n',
  },
  PICTURE,
];

const OFFICE: readonly GivenFile[] = [
  { name: 'rules.docx', type: 'doc', mediaType: 'application/msword', content: 'PK' },
  { name: 'points.xlsx', type: 'spreadsheet', mediaType: 'application/vnd.ms-excel', content: 'PK' },
];

const SCRIPT = 'document.cookie = "stolen=1"; window.parent.stolen = true;';
const HOSTILE_PAGE: GivenFile = {
  name: 'hostile.html',
  type: 'txt',
  mediaType: 'text/html',
  content: `<script>${SCRIPT}</script>`,
};
const HOSTILE_PICTURE: GivenFile = {
  name: 'hostile.svg',
  type: 'image',
  mediaType: 'image/svg+xml',
  content: `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" onload="${SCRIPT.replaceAll('"', "'")}"><script>${SCRIPT}</script><rect width="90" height="60" fill="#fa0"/></svg>`,
};
