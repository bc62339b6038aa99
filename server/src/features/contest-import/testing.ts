import { zipBytes } from '@balloon/packages/testing/zip-bytes.ts';

/** Picture of a single red pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** Files of a whole contest package by path. */
export const PACKAGE: Readonly<Record<string, string | Buffer>> = {
  'contest.json': JSON.stringify({
    ...{ id: 'wf26', name: 'Finals', formal_name: 'The 2026 World Finals' },
    ...{ start_time: '2030-09-19T09:00:00+03:00', duration: '5:00:00.000' },
    ...{ scoreboard_freeze_duration: '1:00:00', penalty_time: 25, scoreboard_type: 'pass-fail' },
  }),
  'problems.json': JSON.stringify([
    { id: 'walk', label: 'B', ordinal: 2, name: 'Walk', rgb: '#00ff00' },
    { id: 'sum', label: 'A', ordinal: 1, name: 'Sum', rgb: '#F00' },
  ]),
  'languages.json': JSON.stringify([
    { id: 'cpp', name: 'C++' },
    { id: 'cobol', name: 'COBOL' },
  ]),
  'organizations.json': JSON.stringify([{ id: 'u1', name: 'SSU', country: 'KAZ' }]),
  'groups.json': JSON.stringify([{ id: 'g1', name: 'Asia' }]),
  'teams.json': JSON.stringify([{ id: '7', name: 'Kings', organization_id: 'u1', group_ids: ['g1'] }]),
  'persons.json': JSON.stringify([
    { id: 'p1', team_ids: ['7'], name: 'Anna', role: 'contestant' },
    { id: 'p2', team_id: '7', name: 'Clara', role: 'coach' },
  ]),
  'accounts.yaml': '- {id: a7, username: kings, password: secret of seven, type: team, team_id: 7}\n',
  'organizations/u1/logo.56x56.png': PNG,
  'organizations/u1/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'teams/7/photo.png': PNG,
  'problems/sum/sum.zip': 'PK\u0003\u0004 the first',
  'problems/walk/problem.yaml': 'name: Walk\n',
  'problems/walk/data/secret/1.in': '1\n',
};

/** The archive of a package in a folder, as drives and repositories give it. */
export const archiveOf = (files: Readonly<Record<string, string | Buffer>>, folder = 'finals/') =>
  zipBytes(Object.entries(files).map(([name, data]) => ({ name: folder + name, data })));
