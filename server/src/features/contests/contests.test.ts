import { CanJoin, ContestReply, JoinReply } from '@balloon/contracts/contests.ts';
import { ParticipantList } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockContestLog, readContestEvents } from '#features/contests/contest-log.ts';
import { findParticipations } from '#features/contests/contests.queries.ts';
import { addParticipant } from '#features/contests/join-contest.ts';
import { countPlans } from '#testing/count-plans.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const somebody = async () => server.given.signedIn(await server.given.user());

describe('a contest by id', () => {
  test('opens for who may enter it', async () => {
    const contest = await server.given.contest();
    const reply = await (await somebody()).get(`/api/contest/${contest.id}`);
    expect(reply.as(ContestReply).contest).toMatchObject({
      id: contest.id,
      status: 'RUNNING',
      joined: false,
    });
  });

  test.each([
    ['has not started', { startsInMin: 10 }, 'CONTEST_NOT_IN_TIME'],
    ['is over', { startsInMin: -100, durationMin: 50 }, 'CONTEST_NOT_IN_TIME'],
    ['is disabled', { isEnabled: false }, 'CONTEST_ACCESS_DENIED'],
  ])('stays closed while it %s', async (_when, options, code) => {
    const contest = await server.given.contest(options);
    const reply = await (await somebody()).get(`/api/contest/${contest.id}`);
    expect(reply.status).toBe(403);
    expect(reply.json.error?.code).toBe(code);
    expect((await (await server.given.supervisor()).get(`/api/contest/${contest.id}`)).status).toBe(200);
  });

  test('stays closed for other groups', async () => {
    const contest = await server.given.contest({ groups: [await server.given.group()] });
    for (const stranger of [await somebody(), await server.given.supervisor()]) {
      const reply = await stranger.get(`/api/contest/${contest.id}`);
      expect(reply.json.error?.code).toBe('CONTEST_ACCESS_DENIED');
    }
  });

  test('has no secrets for moderators of other groups: neither problems nor table nor joining', async () => {
    const contest = await server.given.contest({ startsInMin: 10, groups: [await server.given.group()] });
    const moderator = await server.given.supervisor();
    for (const call of ['problems', 'problems/A', 'table2', 'participants', 'solutions/all']) {
      expect((await moderator.get(`/api/contest/${contest.id}/${call}`)).status).toBe(403);
    }
    expect((await moderator.post(`/api/contest/${contest.id}/join`)).status).toBe(403);
    expect((await moderator.submit(contest, {})).status).toBe(403);
  });

  test.each([
    ['unknown', async () => 999_999],
    ['removed', async () => (await server.given.contest({ isSuspended: true })).id],
  ])('does not exist when it is %s, for admins neither', async (_what, id) => {
    const contestId = await id();
    const admin = await server.given.admin();
    for (const call of ['', '/canJoin', '/problems', '/participants']) {
      const reply = await admin.get(`/api/contest/${contestId}${call}`);
      expect(reply.status).toBe(404);
      expect(reply.json.error?.code).toBe('CONTEST_NOT_FOUND');
    }
    expect((await admin.post(`/api/contest/${contestId}/join`)).status).toBe(404);
  });
});

describe('joining', () => {
  test('is asked about first', async () => {
    const contest = await server.given.contest();
    const reply = await (await somebody()).get(`/api/contest/${contest.id}/canJoin`);
    expect(reply.as(CanJoin)).toEqual({ can: true, joined: false, confirm: true });
  });

  test('of an exam says what it closes, before anybody joins', async () => {
    const contest = await server.given.contest();
    const rules = { bindsDevices: true, confines: true };
    const admin = await server.given.admin();
    expect((await admin.post(`/api/admin/contests/${contest.id}`, rules)).status).toBe(200);
    await server.services.announcements.caughtUp();
    const person = await somebody();
    const ask = async () => (await person.get(`/api/contest/${contest.id}/canJoin`)).as(CanJoin);
    expect(await ask()).toEqual({ can: true, joined: false, confirm: true, ...rules });
    await person.post(`/api/contest/${contest.id}/join`);
    expect(await ask()).toEqual({ can: true, joined: true, confirm: false });
  });

  test('tells why not', async () => {
    const contest = await server.given.contest({ startsInMin: 10 });
    const reply = await (await somebody()).get(`/api/contest/${contest.id}/canJoin`);
    expect(reply.as(CanJoin)).toEqual({ can: false, joined: false, confirm: true, reason: 'NOT_IN_TIME' });
  });

  test('is written into the contest and its log once, however often and at once', async () => {
    const contest = await server.given.contest();
    const person = await somebody();

    const replies = await Promise.all(
      Array.from({ length: 8 }, () => person.post(`/api/contest/${contest.id}/join`)),
    );

    const joins = replies.map((reply) => reply.as(JoinReply).previouslyJoined);
    expect(joins.filter((previouslyJoined) => !previouslyJoined)).toHaveLength(1);
    const log = await readContestEvents(server.services.db, contest.id, 0);
    expect(log).toEqual([
      { seq: 1, event: { type: 'joined', userId: person.user.id, joinedAtMs: expect.any(Number) } },
    ]);
  });

  test('many people at once get numbers without gaps', async () => {
    const contest = await server.given.contest();
    const people = await Promise.all(Array.from({ length: 20 }, somebody));

    await Promise.all(people.map((person) => person.post(`/api/contest/${contest.id}/join`)));

    const log = await readContestEvents(server.services.db, contest.id, 0);
    expect(log.map(({ seq }) => seq)).toEqual(people.map((_, index) => index + 1));
  });

  test('waits for who lets the same person in, in place of both for each other', async () => {
    const { db } = server.services;
    const contest = await server.given.contest();
    const person = await somebody();
    const { joining } = await db.transaction().execute(async (tx) => {
      await lockContestLog(tx, contest.id);
      const joining = person.post(`/api/contest/${contest.id}/join`);
      await expect.poll(() => countLockWaits(db)).toBe(1);
      expect(await addParticipant(tx, contest.id, person.user.id)).toBe(true);
      return { joining };
    });
    expect((await joining).as(JoinReply)).toMatchObject({ previouslyJoined: true });
  });

  test('again does not wait for those who send', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await server.services.db.transaction().execute(async (tx) => {
      await lockContestLog(tx, contest.id);
      const reply = await person.post(`/api/contest/${contest.id}/join`);
      expect(reply.as(JoinReply)).toMatchObject({ previouslyJoined: true });
    });
  });

  test('is refused where one may not enter', async () => {
    const contest = await server.given.contest({ startsInMin: 10 });
    expect((await (await somebody()).post(`/api/contest/${contest.id}/join`)).status).toBe(403);
    expect(await readContestEvents(server.services.db, contest.id, 0)).toEqual([]);
  });

  test('is heard by every web process', async () => {
    const contest = await server.given.contest();
    const heard = new Promise((resolve) => {
      server.services.announcements.on('contest.event', (event) => {
        if (event.contestId === contest.id) resolve(event);
      });
    });
    await (await somebody()).post(`/api/contest/${contest.id}/join`);
    expect(await heard).toEqual({ contestId: contest.id, seq: 1, type: 'joined', hiddenOf: null });
  });
});

describe('participants', () => {
  test('are listed for each other, without admins, e-mails and presence', async () => {
    const contest = await server.given.contest();
    const [one, other] = [await server.given.participant(contest), await server.given.participant(contest)];
    const admin = await server.given.admin();
    await admin.post(`/api/contest/${contest.id}/join`);

    const reply = await one.get(`/api/contest/${contest.id}/participants`);

    const ids = reply.as(ParticipantList).map(({ id }) => id);
    expect(ids.sort()).toEqual([one.user.id, other.user.id].sort());
    expect(reply.text).not.toMatch(/email|Time|password/i);
  });

  test('do not see moderators, whom the table hides from them; supervisors do', async () => {
    const contest = await server.given.contest();
    const one = await server.given.participant(contest);
    const moderator = await server.given.supervisor();
    await moderator.post(`/api/contest/${contest.id}/join`);
    const idsFor = async (viewer: Person) => {
      const reply = await viewer.get(`/api/contest/${contest.id}/participants`);
      return reply.as(ParticipantList).map(({ id }) => id);
    };

    expect(await idsFor(one)).toEqual([one.user.id]);
    expect((await idsFor(moderator)).sort()).toEqual([one.user.id, moderator.user.id].sort());
  });

  test('are not told to somebody who has not joined', async () => {
    const contest = await server.given.contest();
    const reply = await (await somebody()).get(`/api/contest/${contest.id}/participants`);
    expect(reply.json.error?.code).toBe('CONTEST_NOT_JOINED');
  });
});

describe('the file pipe', () => {
  async function pipe(content: BlobPart) {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    const form = new FormData();
    form.set('file', new Blob([content]), 'solution.py');
    return person.post(`/api/contest/${contest.id}/pipe`, form);
  }

  test('gives the text of a file back as plain text', async () => {
    const reply = await pipe('{"a": 1} # привет\n');
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(reply.text).toBe('{"a": 1} # привет\n');
  });

  test.each([
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61]],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00]],
    ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0x61]],
  ])('reads %s', async (_what, bytes) => {
    expect((await pipe(new Uint8Array(bytes))).text).toBe('a');
  });

  test('reads windows-1251', async () => {
    expect((await pipe(new Uint8Array([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]))).text).toBe('привет');
  });

  test('refuses a binary file', async () => {
    const reply = await pipe(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]));
    expect(reply.status).toBe(400);
    expect(reply.json.error?.code).toBe('FILE_IS_BINARY');
  });

  test.each([256 * 1024 + 1, 5 * 1024 * 1024, 25 * 1024 * 1024])(
    'refuses a file of %i bytes',
    async (size) => {
      const reply = await pipe('a'.repeat(size));
      expect(reply.status).toBe(413);
      expect(reply.json.error?.code).toMatch(/FILE_TOO_LARGE$/);
    },
  );

  test('asks for a file when there is none', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    for (const body of [undefined, {}, new FormData()]) {
      const reply = await person.post(`/api/contest/${contest.id}/pipe`, body);
      expect(reply.status).toBe(400);
      expect(reply.json.error?.code).toBe('FILE_MISSING');
    }
  });

  test('takes nothing from somebody outside of the contest', async () => {
    const contest = await server.given.contest();
    const form = new FormData();
    form.set('file', new Blob(['a'.repeat(5_000_000)]), 'a.py');
    expect((await (await somebody()).post(`/api/contest/${contest.id}/pipe`, form)).status).toBe(403);
    expect((await server.given.anonymous().post(`/api/contest/${contest.id}/pipe`, form)).status).toBe(401);
  });
});

test('participations are read by a kept plan, for one person and for two', async () => {
  const plans = await countPlans(server.services, async (db) => {
    for (let time = 0; time < 8; time += 1) {
      await findParticipations(db, time % 2 === 0 ? ['1 1'] : ['1 1', '1 2']);
    }
  });

  expect(plans).toEqual([{ name: 'participations', made: 5, kept: 3 }]);
});
