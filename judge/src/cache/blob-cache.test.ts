import { createHash } from 'node:crypto';
import { addAbortListener } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwayError } from '@balloon/worker/web-calls.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBlobCache } from '#cache/blob-cache.ts';
import { BlobCorruptError, type BlobSource } from '#cache/downloads.ts';

const KB = 1024;
const shaOf = (content: string) => createHash('sha256').update(content).digest('hex');
const never = new AbortController().signal;

let folder: string;
let fetched: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balloon-blobs-'));
  fetched = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** Source of blobs by their hash, in two chunks each, that records the requests. */
function sourceOf(...contents: string[]): BlobSource {
  const byHash = new Map(contents.map((content) => [shaOf(content), content]));
  return async (sha256) => {
    fetched.push(sha256);
    const content = Buffer.from(byHash.get(sha256) ?? 'not what was asked for');
    return (async function* () {
      yield content.subarray(0, 1);
      yield content.subarray(1);
    })();
  };
}

describe('the cache of blobs', () => {
  test('fetches a blob once for all simultaneous requests, and never again', async () => {
    const cache = await openBlobCache(folder, sourceOf('input'), KB);
    const held = await Promise.all(Array.from({ length: 5 }, () => cache.hold(shaOf('input'), 5, never)));
    await cache.hold(shaOf('input'), 5, never);

    expect(fetched).toHaveLength(1);
    expect(await readFile(held[0]?.path ?? '', 'utf8')).toBe('input');
  });

  test('knows what it has fetched until it is removed', async () => {
    const cache = await openBlobCache(folder, sourceOf('a'.repeat(600), 'b'.repeat(600)), KB);
    const [a, b] = [shaOf('a'.repeat(600)), shaOf('b'.repeat(600))];
    expect(cache.knows?.(a)).toBe(false);
    (await cache.hold(a, 600, never))[Symbol.dispose]();
    expect(cache.knows?.(a)).toBe(true);
    (await cache.hold(b, 600, never))[Symbol.dispose]();

    expect([cache.knows?.(a), cache.knows?.(b)]).toEqual([false, true]);
  });

  test('refuses a content with another hash, and keeps nothing of it', async () => {
    const cache = await openBlobCache(folder, sourceOf(), KB);

    await expect(cache.hold(shaOf('input'), null, never)).rejects.toThrow(BlobCorruptError);
    expect(await readdir(folder)).toEqual([]);
  });

  test('survives a restart, forgets half-written files and fetches a file of a wrong size again', async () => {
    const first = await openBlobCache(folder, sourceOf('input', 'answer'), KB);
    await first.hold(shaOf('input'), 5, never);
    await first.hold(shaOf('answer'), 6, never);
    await writeFile(join(folder, `${shaOf('other')}.123.1.part`), 'half');
    await writeFile(join(folder, shaOf('answer')), '');

    const second = await openBlobCache(folder, sourceOf('input', 'answer'), KB);
    await second.hold(shaOf('input'), 5, never);
    const answer = await second.hold(shaOf('answer'), 6, never);

    expect(fetched).toEqual([shaOf('input'), shaOf('answer'), shaOf('answer')]);
    expect(await readFile(answer.path, 'utf8')).toBe('answer');
    expect((await readdir(folder)).sort()).toEqual([shaOf('input'), shaOf('answer')].sort());
  });

  test('removes the least recently used ones when it is full, but no held one', async () => {
    const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(400));
    const [a, b, c, d] = contents.map(shaOf) as [string, string, string, string];
    const cache = await openBlobCache(folder, sourceOf(...contents), KB);
    const held = await cache.hold(a, 400, never);
    (await cache.hold(b, 400, never))[Symbol.dispose]();
    (await cache.hold(c, 400, never))[Symbol.dispose]();
    expect((await readdir(folder)).sort()).toEqual([a, c].sort());

    held[Symbol.dispose]();
    (await cache.hold(a, 400, never))[Symbol.dispose]();
    (await cache.hold(d, 400, never))[Symbol.dispose]();
    expect((await readdir(folder)).sort()).toEqual([a, d].sort());
  });

  test('goes on where a connection broke, at once or with the next request', async () => {
    const content = Buffer.from('0123456789');
    const offsets: number[] = [];
    let isAway = false;
    const source: BlobSource = async (_sha256, _signal, from) => {
      offsets.push(from);
      if (isAway) throw new AwayError('restarting');
      return (async function* () {
        yield content.subarray(from, from + 4);
        if (from + 4 >= content.length) return;
        isAway = from > 0;
        throw new AwayError('broken');
      })();
    };
    const sha256 = shaOf('0123456789');
    const cache = await openBlobCache(folder, source, KB);
    await expect(cache.hold(sha256, 10, never)).rejects.toThrow('restarting');
    isAway = false;
    const { path } = await cache.hold(sha256, 10, never);

    expect(offsets).toEqual([0, 4, 8, 8]);
    expect(await readFile(path, 'utf8')).toBe('0123456789');
  });

  test('begins anew when what had arrived is gone meanwhile, or its room was needed', async () => {
    const [text, small] = ['0123456789', 'small'];
    const offsets: number[] = [];
    const source: BlobSource = async (sha256, signal, from) => {
      if (sha256 === shaOf(small)) return sourceOf(small)(sha256, signal, from);
      offsets.push(from);
      if (offsets.length === 2 || offsets.length === 5) throw new AwayError('restarting');
      return (async function* () {
        yield Buffer.from(text.slice(from, from + 4));
        if (offsets.length === 1 || offsets.length === 4) throw new AwayError('broken');
        yield Buffer.from(text.slice(from + 4));
      })();
    };
    const GB = 1024 ** 3;
    let free = 20 * GB;
    const cache = await openBlobCache(folder, source, 100 * GB, () => ({ free, all: 20 * GB }));
    const sha256 = shaOf(text);
    const parts = async () => (await readdir(folder)).filter((name) => name.startsWith(sha256));
    await expect(cache.hold(sha256, 10, never)).rejects.toThrow('restarting');
    for (const part of await parts()) await rm(join(folder, part));
    expect(await readFile((await cache.hold(sha256, 10, never)).path, 'utf8')).toBe(text);

    await rm(join(folder, sha256));
    await expect(cache.hold(sha256, 10, never)).rejects.toThrow('restarting');
    expect(await parts()).toHaveLength(1);
    free = GB;
    await expect(cache.hold(shaOf('huge'), 2 * GB, never)).rejects.toThrow(/disk of this judge is full/);
    expect(await parts()).toEqual([]);
    expect(offsets).toEqual([0, 4, 0, 0, 4]);
  });

  test('keeps what the judge has made itself, without a copy', async () => {
    const cache = await openBlobCache(join(folder, 'cache'), sourceOf('first'), KB);
    const made = join(folder, 'made');
    await writeFile(made, 'made here');
    cache.adopt?.(shaOf('made here'), made);
    const { path } = await cache.hold(shaOf('made here'), 9, never);
    expect((await stat(path)).ino).toBe((await stat(made)).ino);
    await writeFile(join(folder, 'huge'), Buffer.alloc(2 * KB));
    cache.adopt?.('f'.repeat(64), join(folder, 'huge'));
    expect(await readdir(join(folder, 'cache'))).toEqual([shaOf('made here')]);
    expect(fetched).toEqual([]);
  });

  test('refuses a file larger than itself before it asks for it, and names the setting', async () => {
    const cache = await openBlobCache(folder, sourceOf('input'), KB);
    await expect(cache.hold(shaOf('input'), 2 * KB, never)).rejects.toThrow(/raise its JUDGE_CACHE_GB/);
    expect(fetched).toEqual([]);
  });

  test('leaves a tenth of the disk free, and refuses a large file on a full one before it asks for it', async () => {
    const GB = 1024 ** 3;
    let free = 0.5 * GB;
    const disk = () => ({ free: free + (isThere() ? 0 : GB), all: 10 * GB });
    const old = shaOf('old');
    const isThere = () => existsSync(join(folder, old));
    const cache = await openBlobCache(folder, sourceOf('old', 'new'), 100 * GB, disk);
    (await cache.hold(old, 3, never))[Symbol.dispose]();

    (await cache.hold(shaOf('new'), null, never))[Symbol.dispose]();
    expect(isThere()).toBe(true);
    free = GB;
    await expect(cache.hold(shaOf('next'), 2 * GB, never)).rejects.toThrow(/disk of this judge is full/);
    expect(isThere()).toBe(false);
    expect(fetched).toEqual([old, shaOf('new')]);
  });

  test('an aborted request does not abort the others', async () => {
    const first = new AbortController();
    const started = Promise.withResolvers<void>();
    const inner = sourceOf('input');
    const source: BlobSource = async (sha256, signal, from) => {
      if (signal !== first.signal) return inner(sha256, signal, from);
      fetched.push('stuck');
      return (async function* () {
        yield Buffer.from('in');
        started.resolve();
        await new Promise((_resolve, reject) => addAbortListener(signal, () => reject(signal.reason)));
      })();
    };
    const cache = await openBlobCache(folder, source, KB);
    const calledOff = cache.hold(shaOf('input'), 5, first.signal);
    const other = cache.hold(shaOf('input'), 5, never);
    await started.promise;
    first.abort();

    await expect(calledOff).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(await readFile((await other).path, 'utf8')).toBe('input');
    expect(fetched).toEqual(['stuck', shaOf('input')]);
  });
});
