/** File with its path in an archive. */
export interface NamedFile {
  path: string;
  file: File;
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** The name is UTF-8. */
const FLAGS = 0x800;
/** Bounds of archives without extensions. */
const MAX_ENTRIES = 65_535;
const MAX_BYTES = 0xffff_ffff;

/**
 * Packs files into a zip archive without compressing them. The archive is a `Blob` of references to the files, so that
 * a folder of a gigabyte takes no memory; packers hold all of it.
 *
 * @throws {RangeError} too many or too large files
 */
export async function zipFolder(files: readonly NamedFile[]): Promise<Blob> {
  const bodies: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directoryBytes = 0;
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path);
    const facts = { checksum: await crc32(file), bytes: file.size, nameBytes: name.length };
    bodies.push(localHeader(facts), name, file);
    directory.push(directoryHeader(facts, offset), name);
    offset += 30 + name.length + file.size;
    directoryBytes += 46 + name.length;
  }
  if (files.length > MAX_ENTRIES || offset + directoryBytes > MAX_BYTES) {
    throw new RangeError('The folder is too large for an archive');
  }
  return new Blob([...bodies, ...directory, endRecord(files.length, directoryBytes, offset)], {
    type: 'application/zip',
  });
}

interface EntryFacts {
  checksum: number;
  bytes: number;
  nameBytes: number;
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
function writeFacts(view: DataView, at: number, { checksum, bytes, nameBytes }: EntryFacts): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint32(at + 10, checksum, true);
  view.setUint32(at + 14, bytes, true);
  view.setUint32(at + 18, bytes, true);
  view.setUint16(at + 22, nameBytes, true);
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
