/** File with its path in an archive. */
export interface NamedFile {
  path: string;
  file: File;
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END = 0x06054b50;
const LARGE_END = 0x06064b50;
const LARGE_END_LOCATOR = 0x07064b50;
const LARGE_FACTS = 1;
const VERSION = 20;
const LARGE_VERSION = 45;
/** The name is UTF-8. */
const FLAGS = 0x800;
/** Values that say: what does not fit here stands in the extension for large archives (zip64). */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffff_ffff;

/**
 * Packs files into a zip archive without compressing them. The archive is a `Blob` of references to the files, so that
 * a folder of gigabytes takes no memory; packers hold all of it.
 *
 * @param largeFromBytes size from which the extension for large archives is used
 */
export async function zipFolder(files: readonly NamedFile[], largeFromBytes = ELSEWHERE_32): Promise<Blob> {
  const bodies: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path);
    const facts = { checksum: await crc32(file), bytes: file.size, nameBytes: name.length };
    const isLarge = Math.max(offset, file.size) >= largeFromBytes;
    const [local, entry] = isLarge
      ? [largeLocalParts(facts, name), largeDirectoryParts(facts, offset, name)]
      : [
          [localHeader(facts), name],
          [directoryHeader(facts, offset), name],
        ];
    bodies.push(...local, file);
    directory.push(...entry);
    offset += sizeOf(local) + file.size;
    directoryBytes += sizeOf(entry);
  }
  const isLarge = offset + directoryBytes >= largeFromBytes || files.length >= ELSEWHERE_16;
  const end = isLarge
    ? [
        largeEndRecord(files.length, directoryBytes, offset),
        endRecord(ELSEWHERE_16, ELSEWHERE_32, ELSEWHERE_32),
      ]
    : [endRecord(files.length, directoryBytes, offset)];
  return new Blob([...bodies, ...directory, ...end], { type: 'application/zip' });
}

interface EntryFacts {
  checksum: number;
  bytes: number;
  nameBytes: number;
  /** Bytes of the extension behind the name. */
  extraBytes?: number;
}

const sizeOf = (parts: readonly (ArrayBuffer | Uint8Array)[]) =>
  parts.reduce((sum, { byteLength }) => sum + byteLength, 0);

function largeLocalParts(facts: EntryFacts, name: Uint8Array<ArrayBuffer>) {
  const extra = largeFacts([facts.bytes, facts.bytes]);
  const header = localHeader({ ...facts, bytes: ELSEWHERE_32, extraBytes: extra.byteLength });
  return [header, name, extra];
}

function largeDirectoryParts(facts: EntryFacts, offset: number, name: Uint8Array<ArrayBuffer>) {
  const extra = largeFacts([facts.bytes, facts.bytes, offset]);
  const told = { ...facts, bytes: ELSEWHERE_32, extraBytes: extra.byteLength };
  return [directoryHeader(told, ELSEWHERE_32), name, extra];
}

function largeFacts(sizes: readonly number[]): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(4 + 8 * sizes.length));
  view.setUint16(0, LARGE_FACTS, true);
  view.setUint16(2, 8 * sizes.length, true);
  for (const [index, size] of sizes.entries()) view.setBigUint64(4 + 8 * index, BigInt(size), true);
  return view.buffer;
}

function localHeader(facts: EntryFacts): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(30));
  view.setUint32(0, LOCAL_HEADER, true);
  writeFacts(view, 4, facts);
  return view.buffer;
}

function directoryHeader(facts: EntryFacts, offset: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(46));
  view.setUint32(0, DIRECTORY_HEADER, true);
  view.setUint16(4, VERSION, true);
  writeFacts(view, 6, facts);
  view.setUint32(42, offset, true);
  return view.buffer;
}

/** Writes what both headers of an entry have in common; method and times stay zero: stored, of no date. */
function writeFacts(
  view: DataView,
  at: number,
  { checksum, bytes, nameBytes, extraBytes = 0 }: EntryFacts,
): void {
  view.setUint16(at, extraBytes > 0 ? LARGE_VERSION : VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, bytes, true);
  view.setUint32(at + 18, bytes, true);
  view.setUint16(at + 22, nameBytes, true);
  view.setUint16(at + 24, extraBytes, true);
}

/** The end of a large archive, with the record that says where it stands. */
function largeEndRecord(entries: number, directoryBytes: number, offset: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(56 + 20));
  view.setUint32(0, LARGE_END, true);
  view.setBigUint64(4, 44n, true);
  view.setUint16(12, LARGE_VERSION, true);
  view.setUint16(14, LARGE_VERSION, true);
  view.setBigUint64(24, BigInt(entries), true);
  view.setBigUint64(32, BigInt(entries), true);
  view.setBigUint64(40, BigInt(directoryBytes), true);
  view.setBigUint64(48, BigInt(offset), true);
  view.setUint32(56, LARGE_END_LOCATOR, true);
  view.setBigUint64(64, BigInt(offset + directoryBytes), true);
  view.setUint32(72, 1, true);
  return view.buffer;
}

function endRecord(entries: number, directoryBytes: number, offset: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(22));
  view.setUint32(0, END, true);
  view.setUint16(8, entries, true);
  view.setUint16(10, entries, true);
  view.setUint32(12, directoryBytes, true);
  view.setUint32(16, offset, true);
  return view.buffer;
}

const POLYNOMIAL = 0xedb88320;
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** Checksum of a file by the rule of zip, read piece by piece. */
async function crc32(file: Blob): Promise<number> {
  let sum = 0xffff_ffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return (sum ^ 0xffff_ffff) >>> 0;
    for (const byte of value) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  }
}
