import { afterEach, beforeEach, expect, test } from 'vitest';
import { examinePolygon } from '#examine/examine-polygon.ts';
import { POLYGON_KEY, type PolygonStandIn, startPolygon } from '#stand-ins/polygon.ts';

let standIn: PolygonStandIn;
beforeEach(async () => {
  standIn = await startPolygon();
});
afterEach(() => standIn.close());

const examine = (apiSecret: string) =>
  examinePolygon(
    {
      url: standIn.url,
      accounts: [
        {
          ...{ name: 'jury', session: null, authorId: null },
          credentials: { apiKey: POLYGON_KEY.apiKey, apiSecret },
        },
      ],
    },
    () => standIn.clock.nowMs(),
  );

test('a key is told from a wrong one', async () => {
  expect(await examine(POLYGON_KEY.secret)).toMatchObject([{ subject: 'jury', failure: null }]);
  expect(await examine('another')).toMatchObject([{ subject: 'jury', failure: 'signedOut' }]);
});
