import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Which rooms a room may import; tests and benches may know more than the code they try. */
const ALLOWED: Record<string, readonly string[]> = {
  contracts: [],
  domain: [],
  database: [],
  sample: ['contracts', 'domain'],
  packages: ['contracts', 'domain'],
  server: ['contracts', 'domain', 'database', 'sample'],
  judge: ['contracts', 'domain', 'packages'],
  web: ['contracts', 'domain'],
  launch: ['contracts', 'domain', 'database', 'server', 'judge', 'packages'],
};

describe('imports go one way', () => {
  for (const [room, allowed] of Object.entries(ALLOWED)) {
    test(`${room} imports only ${allowed.join(', ') || 'itself'}`, async () => {
      const offences: string[] = [];
      let files = 0;
      for await (const file of glob(`${room}/src/**/*.{ts,tsx}`, { cwd: ROOT })) {
        if (/\.test\.tsx?$|test-[a-z-]+\.ts$|\/testing\//.test(file)) continue;
        files += 1;
        const text = await readFile(ROOT + file, 'utf8');
        for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'@balloon\/([a-z]+)\//g)) {
          if (!allowed.includes(target)) offences.push(`${file} imports ${target}`);
        }
        if (/from '\.\.\/\.\.\/(contracts|domain|database|server|judge|web|launch|sample)\//.test(text)) {
          offences.push(`${file} reaches into another room by path`);
        }
      }
      expect(files).toBeGreaterThan(0);
      expect(offences).toEqual([]);
    });
  }

  test('domain does no I/O: it imports nothing but itself', async () => {
    const offences: string[] = [];
    for await (const file of glob('domain/src/**/*.ts', { cwd: ROOT })) {
      if (file.endsWith('.test.ts') || file.includes('/testing/')) continue;
      const text = await readFile(ROOT + file, 'utf8');
      for (const [, target = ''] of text.matchAll(/from '([^']+)'/g)) {
        if (!target.startsWith('#')) offences.push(`${file} imports ${target}`);
      }
      if (/\b(Date\.now|Math\.random|process\.env|new Date\(\))/.test(text))
        offences.push(`${file} asks the world`);
    }
    expect(offences).toEqual([]);
  });
});
