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

/** What is imported, and from which file. */
const IMPORTS_OF_CONTRACTS = /import\s+([^;']*?)\s+from '@balloon\/contracts\/([\w-]+\.ts)'/g;

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

  test('the page takes types from the contracts, and values only from those without schemas', async () => {
    const offences: string[] = [];
    for await (const file of glob('web/src/**/*.{ts,tsx}', { cwd: ROOT })) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const text = await readFile(ROOT + file, 'utf8');
      for (const [, what = '', target = ''] of text.matchAll(IMPORTS_OF_CONTRACTS)) {
        const isOfTypes = /^type\b/.test(what) || !/[{,]\s*(?!type\b)\w/.test(what);
        if (isOfTypes) continue;
        const contract = await readFile(`${ROOT}contracts/src/${target}`, 'utf8');
        if (contract.includes("from 'zod'")) offences.push(`${file} brings zod by ${target}`);
      }
    }
    expect(offences).toEqual([]);
  });

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
