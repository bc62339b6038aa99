import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { KEPT_OUTPUT_MAX_BYTES } from '@balloon/contracts/judging/judge.ts';
import { readBlob, readBlobPart } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';

const unpack = promisify(gunzip);

/** A file of a test, to be read. */
export interface StoredFile {
  /** Size of what is stored. */
  storedBytes: number;
  /** Size of the whole. */
  bytes: number;
  /** Reads a part; shorter at the end. */
  part(offset: number, length: number): Promise<Buffer>;
  /** Reads all of what is stored. */
  all(): AsyncIterable<Buffer>;
}

/** A file that is a blob. */
export const blobFile = (
  db: Db,
  { sha256, storedBytes, bytes }: Pick<StoredFile, 'storedBytes' | 'bytes'> & { sha256: string },
): StoredFile => ({
  ...{ storedBytes, bytes },
  part: (offset, length) => readBlobPart(db, sha256, offset, length),
  all: () => readBlob(db, sha256),
});

/** A small file that is packed in a row. */
export function packedFile({
  packed,
  storedBytes,
  bytes,
}: Pick<StoredFile, 'storedBytes' | 'bytes'> & { packed: Buffer }): StoredFile {
  const whole = () => unpack(packed, { maxOutputLength: KEPT_OUTPUT_MAX_BYTES });
  return {
    ...{ storedBytes, bytes },
    part: async (offset, length) => (await whole()).subarray(offset, offset + length),
    async *all() {
      yield await whole();
    },
  };
}
