import { Readable } from 'node:stream';
import type {
  OutputDifference,
  TestFileName,
  TestFilePart,
} from '@balloon/contracts/solutions/test-files.ts';
import { outputDifference } from '@balloon/domain/judging/output-difference.ts';
import { getTestFile, type TestAddress } from '#features/test-files/read-solution-test.ts';
import type { StoredFile } from '#features/test-files/stored-files.ts';
import type { Services, User } from '#services.ts';

/** Size of a part: enough to read, little enough to show at once. */
const PART_BYTES = 64 * 1024;
/** How much of two files is compared; what is kept of an output. */
const COMPARED_BYTES = 8 * 1024 * 1024;

type FileAddress = TestAddress & { file: TestFileName };

/**
 * Returns a part of a file as text.
 *
 * @throws {NotFoundError} as `getTestFile`
 */
export async function readTestFilePart(
  services: Services,
  supervisor: User,
  { offset, ...address }: FileAddress & { offset: number },
): Promise<TestFilePart> {
  const { storedBytes, bytes, part: readPart } = await getTestFile(services, supervisor, address);
  const read = await readPart(offset, PART_BYTES);
  const isEnd = offset + read.length >= storedBytes;
  const part = isEnd ? read : read.subarray(0, wholeCharacters(read));
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(part).replaceAll('\0', '\ufffd');
  return { text, bytes, nextOffset: isEnd ? null : offset + part.length };
}

/** Length at which no character is split, unless the bytes are not UTF-8 anyway. */
function wholeCharacters(bytes: Buffer): number {
  for (let start = bytes.length - 1; start >= Math.max(0, bytes.length - 4); start -= 1) {
    const byte = bytes[start] ?? 0;
    if ((byte & 0xc0) !== 0x80) return byte < 0x80 ? bytes.length : start || bytes.length;
  }
  return bytes.length;
}

/**
 * Opens a file for a download: all of what is stored.
 *
 * @throws {NotFoundError} as `getTestFile`
 */
export async function openTestFile(services: Services, supervisor: User, address: FileAddress) {
  const { storedBytes, all } = await getTestFile(services, supervisor, address);
  const { solutionId, testNumber, file } = address;
  return {
    name: `${solutionId}-test-${testNumber}-${file}.txt`,
    sizeBytes: storedBytes,
    content: Readable.from(all(), { objectMode: false, highWaterMark: 1 }),
  };
}

/**
 * Compares the output with the answer, up to a bound.
 *
 * @throws {NotFoundError} as `getTestFile`
 */
export async function readDifference(
  services: Services,
  supervisor: User,
  { of: compared, ...address }: TestAddress & { of: 'output' | 'judged' },
): Promise<OutputDifference> {
  const [output, answer] = [
    await getTestFile(services, supervisor, { ...address, file: compared }),
    await getTestFile(services, supervisor, { ...address, file: 'answer' }),
  ];
  const beginnings = [await beginningOf(output), await beginningOf(answer)] as const;
  return { ...outputDifference(...beginnings), isCut: beginnings.some(({ isCut }) => isCut) };
}

async function beginningOf({ part, bytes }: StoredFile) {
  const beginning = await part(0, COMPARED_BYTES);
  return { bytes: beginning, isCut: beginning.length < bytes };
}
