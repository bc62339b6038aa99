import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

const GB = 1024 ** 3;
const BLOCK_BYTES = 64 * 1024 ** 2;
/** Numbers that come again within the window of an archive's compression. */
const TILE_BYTES = 16 * 1024;

const READ = `#include <cstdio>
static char room[1 << 20];
int main() {
  unsigned long long lines = 0;
  for (size_t n; (n = fread(room, 1, sizeof room, stdin)) > 0;)
    for (size_t at = 0; at < n; at++) lines += room[at] == '\\n';
`;
/** Solution that counts the lines of its input. */
export const SOLUTION = `${READ}  printf("%llu\\n", lines);\n}\n`;
const VALIDATOR = `${READ}  return lines > 0 ? 42 : 43;\n}\n`;

/** Compression of zip that is quick. */
const QUICK = { compress: true, compressionLevel: 1 } as const;

/**
 * A package whose tests have so many gigabytes together, as an archive that nothing holds whole.
 *
 * @param isPacked whether its numbers come again and again, and the archive packs them, for tests that are larger than disk and line
 */
export function hugePackage(gigabytes: number, tests: number, isPacked = false): Readable {
  const block = blockOfNumbers(isPacked ? TILE_BYTES : BLOCK_BYTES);
  const lines = block.filter((byte) => byte === 10).length;
  const blocks = Math.round((gigabytes * GB) / tests / BLOCK_BYTES);
  const texts = {
    'problem.yaml': 'name: Huge\nlimits:\n  memory: 256\n',
    '.timelimit': '120\n',
    'problem_statement/problem.en.tex': '\\problemname{Huge}\nCount the lines.\n',
    'input_validators/lines.cpp': VALIDATOR,
    'submissions/accepted/lines.cpp': SOLUTION,
  };
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(texts)) zip.addBuffer(Buffer.from(text), name);
  for (let test = 1; test <= tests; test += 1) {
    zip.addBuffer(Buffer.from(`${lines * blocks + 1}\n`), `data/secret/${test}.ans`);
    const content = function* () {
      yield Buffer.from(`${test}\n`); // so that no two files are the same
      for (let number = 0; number < blocks; number += 1) yield block;
    };
    zip.addReadStreamLazy(`data/secret/${test}.in`, isPacked ? QUICK : { compress: false }, (done) =>
      done(null, Readable.from(content(), { objectMode: false })),
    );
  }
  zip.end();
  return Readable.from(zip.outputStream as unknown as AsyncIterable<Buffer>);
}

/** Numbers of many digits, which cannot be packed much better than those of real tests unless they come again after `tileBytes`. */
export function blockOfNumbers(tileBytes = BLOCK_BYTES): Buffer {
  const tile = Buffer.alloc(tileBytes);
  let state = randomInt(2 ** 31);
  for (let at = 0; at < tileBytes; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    tile[at] = at % 10 === 9 ? 10 : 48 + ((state >>> 16) % 10);
  }
  tile[tileBytes - 1] = 10;
  return Buffer.alloc(BLOCK_BYTES, tile);
}
