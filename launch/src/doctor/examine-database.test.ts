import { createTestDatabase } from '@balloon/database/testing/test-database.ts';
import { expect, test } from 'vitest';
import { examinePooler } from '#doctor/examine-database.ts';

test('a pooler has to lead to the database of the site', async () => {
  const [site, other] = [await createTestDatabase(), await createTestDatabase()];
  try {
    expect(await examinePooler(null, site.url)).toBeNull();
    expect(await examinePooler(site.url, site.url)).toEqual({
      usable: true,
      detail: expect.stringMatching(/^PostgreSQL \d+\S* answers at DATABASE_POOLER_URL$/),
    });
    expect(await examinePooler(other.url, site.url)).toEqual({
      usable: false,
      detail: 'DATABASE_POOLER_URL leads to another database than DATABASE_URL',
    });
  } finally {
    await site.drop();
    await other.drop();
  }
});

test('a pooler is not blamed for a database that is away', async () => {
  const site = await createTestDatabase();
  try {
    expect(await examinePooler(site.url, 'postgres://127.0.0.1:1/x')).toMatchObject({ usable: true });
  } finally {
    await site.drop();
  }
});
