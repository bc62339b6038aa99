import { crc32, deflateRawSync } from 'node:zlib';

/** Entry of an archive in a test; absent fields are as an honest packer writes them. */
export interface ZipEntry {
  name: string | Buffer;
  data?: string | Buffer;
  /** Method: 0 stored, 8 deflated. */
  method?: number;
  /** Flags: bit 0 encrypted, bit 11 the name is UTF-8. */
  flags?: number;
  /** Type and rights in Unix, such as 0o120777 for a link. */
  mode?: number;
  checksum?: number;
  /** Size of the data that the headers state. */
  statedBytes?: number;
  /** Offset of the entry that the directory states. */
  offset?: number;
  comment?: Buffer;
}

const UTF8 = 0x800;
const MADE_ON_UNIX = 0x031e;

/** Writes a zip archive byte by byte, since no packer makes the hostile ones. */
export function zipBytes(entries: readonly ZipEntry[], statedEntries = entries.length): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { method = 8, flags = UTF8, mode = 0o100644, comment = Buffer.alloc(0) } = entry;
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data ?? '');
    const packed = method === 8 ? deflateRawSync(data) : data;
    const shared = Buffer.alloc(26); // common to both headers: version, flags, method, time, sums and sizes
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(entry.checksum ?? crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(entry.statedBytes ?? data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt16LE(comment.length, 0);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(entry.offset ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02'), uint16(MADE_ON_UNIX), shared, rest, name, comment);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, packed]);
    bodies.push(body);
    offset += body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(statedEntries, 8);
  end.writeUInt16LE(statedEntries, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
