import { ImportTeamsReport } from '@balloon/contracts/people/team-import.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTeamFiles } from '#features/team-import/read-team-files.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const FILES = [
  {
    name: 'organizations.json',
    text: '[{"id":"42","name":"SSU","formal_name":"Saratov State University","country":"RUS"}]',
  },
  { name: 'groups.json', text: '[{"id":"g1","name":"South"}]' },
  {
    name: 'teams.json',
    text: '[{"id":"7","name":"First","label":"A-12","organization_id":"42","group_ids":["g1"]},{"id":"8","name":"Second"}]',
  },
  {
    name: 'accounts.yaml',
    text: '- {id: a7, username: ssu1, password: secret of seven, type: team, team_id: 7}\n- {id: j, username: judge1, type: judge}\n',
  },
];

describe('files of teams', () => {
  const faultsOf = (name: string, text: string) =>
    readTeamFiles([{ name, text }]).faults.map(({ code, entry }) => [code, entry]);

  test('older files with tabs give the same records', () => {
    const { records, faults } = readTeamFiles([
      { name: 'groups.tsv', text: 'groups\t1\ng1\tSouth\n' },
      {
        name: 'teams2.tsv',
        text: 'teams\t2\n7\t123456\tg1\tFirst\tSaratov State University\tSSU\tRUS\t42\n',
      },
      { name: 'accounts.tsv', text: 'accounts\t1\nteam\tFirst\tteam007\tpw\n' },
    ]);
    expect(faults).toEqual([]);
    expect(records).toMatchObject({
      organizations: [{ id: '42', name: 'SSU', formalName: 'Saratov State University', country: 'RUS' }],
      groups: [{ id: 'g1', name: 'South' }],
      teams: [{ id: '123456', name: 'First', seat: '7', organizationId: '42', groupIds: ['g1'] }],
      accounts: [{ username: 'team007', teamId: '123456', type: 'team' }],
    });
  });

  test('only accounts of older files name their team by its number', () => {
    const teamIdsOf = (...files: { name: string; text: string }[]) =>
      readTeamFiles(files).records.accounts.map(({ teamId }) => teamId);
    const accounts = (...ids: string[]) =>
      JSON.stringify(ids.map((team_id) => ({ username: team_id, type: 'team', team_id })));
    const labelled = '[{"id":"t1","name":"A","label":"A1"},{"id":"t2","name":"B","label":"A2"}]';
    expect(
      teamIdsOf(
        { name: 'teams.json', text: labelled },
        { name: 'accounts.json', text: accounts('t1', 't2', 't3-typo') },
      ),
    ).toEqual(['t1', 't2', 't3-typo']);
    const withoutLabel = '[{"id":"t1","name":"A"},{"id":"500","name":"B","label":"12"}]';
    expect(
      teamIdsOf(
        { name: 'teams.json', text: withoutLabel },
        { name: 'accounts.json', text: accounts('12', '0') },
      ),
    ).toEqual(['12', '0']);
    const numbers = { name: 'teams.tsv', text: 'teams\t1\n1\t2\tg1\tA\n2\t1\tg1\tB\n\t3\tg1\tC\n' };
    const logins = 'accounts\t1\nteam\tA\tteam01\tpw\nteam\tC\tteam3\tpw\nteam\tD\tteam0\tpw\n';
    expect(teamIdsOf(numbers, { name: 'accounts.tsv', text: logins })).toEqual(['2', '3', '0']);
  });

  test('the organisation in the row of a team gives way to that of its own file, whichever comes first', () => {
    const teams = { name: 'teams.tsv', text: 'teams\t1\n7\t1\tg1\tFirst\tOf the team\tSSU\tRUS\t42\n' };
    const own = { name: 'organizations.json', text: '[{"id":"42","name":"SSU"}]' };
    for (const files of [
      [teams, own],
      [own, teams],
    ]) {
      const { records, faults } = readTeamFiles(files);
      expect([records.organizations.map(({ name }) => name), faults]).toEqual([['SSU'], []]);
    }
  });

  test('a CSV file has the fields as headings', () => {
    const { records } = readTeamFiles([
      { name: 'teams.csv', text: 'id;name;seat;group_ids\n7;First;12;g1 g2\n' },
    ]);
    expect(records.teams).toMatchObject([{ id: '7', seat: '12', groupIds: ['g1', 'g2'] }]);
  });

  test('a CSV file has one separator, that of its heading, and any file may begin with a mark', () => {
    const read = (text: string, name = 'teams.csv') => readTeamFiles([{ name, text }]).records.teams;
    expect(read('id,name\n1,Rock; Paper\n')).toMatchObject([{ name: 'Rock; Paper' }]);
    expect(read('id;name;group_ids\n1;First;g1,g2\n')).toMatchObject([{ groupIds: ['g1', 'g2'] }]);
    expect(read('id\tname\n1\tFirst\n')).toMatchObject([{ id: '1', name: 'First' }]);
    expect(read('\uFEFFid,name\n1,First\n')).toMatchObject([{ id: '1' }]);
    expect(read('\uFEFF[{"id":1,"name":"First"}]', 'teams.json')).toMatchObject([{ id: '1' }]);
    expect(faultsOf('teams.csv', 'id,name\n1,\uFFFD\uFFFD\n')).toEqual([['NOT_UTF8', '']]);
  });

  test('faults are told with file and entry', () => {
    expect(faultsOf('pictures.json', '[]')).toEqual([['UNKNOWN_FILE', '']]);
    expect(faultsOf('constructor.json', '[{}]')).toEqual([['UNKNOWN_FILE', '']]);
    expect(faultsOf('teams.json', '{')).toEqual([['NOT_READABLE', '']]);
    expect(faultsOf('teams.json', '{"id":1}')).toEqual([['NOT_READABLE', '']]);
    expect(faultsOf('teams.json', '[{"id":1,"name":"A"},{"id":2}]')).toEqual([['FIELD_MISSING', '2']]);
    expect(faultsOf('teams.csv', 'id,name\n1,A\n2,')).toEqual([['FIELD_MISSING', '3']]); // the row of the spreadsheet
    expect(faultsOf('groups.json', '[{"id":1,"name":"A"},{"id":"1","name":"B"}]')).toEqual([
      ['ID_TWICE', '1'],
    ]);
    expect(faultsOf('organizations.json', '[{"id":1,"name":"A","country":"russia"}]')).toEqual([
      ['FIELD_INVALID', '1'],
    ]);
    expect(faultsOf('teams.json', JSON.stringify(Array.from({ length: 2001 }, () => ({}))))).toEqual([
      ['TOO_MANY', ''],
    ]);
  });

  test('YAML that nests deeply or repeats itself is refused at once', () => {
    expect(faultsOf('accounts.yaml', '['.repeat(100_000))).toEqual([['NOT_READABLE', '']]);
    expect(faultsOf('accounts.yaml', '- &a {username: x}\n- *a\n')).toEqual([['NOT_READABLE', '']]);
    expect(faultsOf('accounts.yaml', `${' -'.repeat(400)} x`)).toEqual([['NOT_READABLE', '']]);
  });
});

describe('an import', () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.given.admin();
  });
  afterAll(() => server.close());

  const send = async (body: object) =>
    (await admin.post('/api/admin/teams/import', { files: FILES, ...body })).as(ImportTeamsReport);
  const fates = ({ organizations, groups, teams, staff }: ImportTeamsReport) =>
    [organizations, groups, teams, staff].map((kind) => kind.map(({ fate }) => fate));

  test('makes teams that stand in the table, doubles nothing, and changes what differs', async () => {
    const contest = await server.given.contest();
    const contestId = contest.id;
    const all = [['create'], ['create'], ['create', 'create'], ['create']];
    const planned = await send({ contestId });
    expect([fates(planned), planned.faults]).toEqual([all, []]);
    const done = await send({ dryRun: false, contestId });
    expect(fates(done)).toEqual(all);
    const [first, second] = done.teams;
    expect(first).toMatchObject({
      username: 'ssu1',
      password: 'secret of seven',
      organization: 'SSU',
      groups: ['South'],
    });
    expect(second).toMatchObject({ username: 'team-8', password: expect.stringMatching(/.{8,}/) });
    await server.services.announcements.caughtUp();
    const { rows } = (await admin.get(`/api/contest/${contestId}/table2`)).as(ScoreboardPage);
    expect(rows.map(({ user }) => [user.fullName, user.organization?.name])).toEqual([
      ['First', 'SSU'],
      ['Second', undefined],
    ]);
    expect(fates(await send({ dryRun: false, contestId }))).toEqual([
      ['same'],
      ['same'],
      ['same', 'same'],
      ['same'],
    ]);
    const teams = { name: 'teams.json', text: '[{"id":"7","name":"Renamed","organization_id":"42"}]' };
    expect((await send({ files: [teams] })).teams).toMatchObject([{ username: 'ssu1', fate: 'update' }]);
  });

  test('of files with errors writes nothing and says why', async () => {
    const files = [{ name: 'teams.json', text: '[{"id":"9","name":"Ninth","organization_id":"nowhere"}]' }];
    expect((await send({ files })).faults).toMatchObject([
      { code: 'ORGANIZATION_UNKNOWN', entry: '9', detail: 'nowhere' },
    ]);
    const refused = await admin.post('/api/admin/teams/import', { files, dryRun: false });
    expect([refused.status, refused.json.error?.code]).toEqual([400, 'TEAM_FILES_WRONG']);
    const taken = await server.given.user({ username: 'taken' });
    const accounts = { name: 'accounts.json', text: '[{"username":"taken","type":"team","team_id":"9"}]' };
    const named = { name: 'teams.json', text: '[{"id":"9","name":"Ninth"}]' };
    expect((await send({ files: [named, accounts] })).faults).toMatchObject([
      { code: 'USERNAME_TAKEN', entry: taken.username },
    ]);
  });

  test('tells of accounts without a team, and of a second one of a team, which is left out', async () => {
    const teams = { name: 'teams.json', text: '[{"id":"t1","name":"A","label":"A1"}]' };
    const faultsOf = async (...ids: string[]) => {
      const list = ids.map((team_id, index) => ({ username: `login${index}`, type: 'team', team_id }));
      const report = await send({ files: [teams, { name: 'accounts.json', text: JSON.stringify(list) }] });
      return report.faults.map(({ code, entry, isError }) => [code, entry, isError]);
    };
    expect(await faultsOf('t1', 't3-typo')).toEqual([['TEAM_UNKNOWN', 'login1', true]]);
    expect(await faultsOf('t1', 't1')).toEqual([['ACCOUNT_OF_TEAM_TWICE', 'login0', false]]);
  });

  test('opens no account of the jury, and names two accounts alike or with weak passwords as errors', async () => {
    const accounts = (list: object[]) => [{ name: 'accounts.json', text: JSON.stringify(list) }];
    const faultsOf = async (list: object[]) =>
      (await send({ files: accounts(list) })).faults.map(({ code, entry }) => [code, entry]);
    const own = { username: admin.user.username, type: 'admin', password: 'a long new password' };
    const done = await send({ files: accounts([own]), dryRun: false, setsPasswords: true });
    expect(done.staff).toMatchObject([{ fate: 'same', password: null }]);
    expect((await admin.get('/api/admin/users')).status).toBe(200); // the session and the password are as before
    expect(await faultsOf([{ ...own, type: 'judge' }])).toEqual([['USERNAME_TAKEN', own.username]]);
    expect(await faultsOf([{ username: 'boss', type: 'admin', password: 'a' }])).toEqual([
      ['PASSWORD_TOO_SIMPLE', 'boss'],
    ]);
    const twice = ['Same', 'same'].map((username) => ({ username, type: 'judge' }));
    expect(await faultsOf(twice)).toEqual([['USERNAME_TWICE', 'same']]);
    expect(await faultsOf([{ username: 'a<b/..', type: 'judge' }])).toEqual([['USERNAME_INVALID', 'a<b/..']]);
  });
});
