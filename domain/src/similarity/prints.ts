import type { LanguageFamily } from '#languages/languages.ts';
import { fingerprintsOf } from '#similarity/fingerprints.ts';

/** Program as it is compared with others: the distinct hashes of its fingerprints. */
export interface Prints {
  id: number;
  hashes: Uint32Array;
}

/** What holds for all programs that are compared with each other. */
export interface PrintRules {
  family: LanguageFamily;
  /** Text that everybody was given, whose parts are nobody's own; empty for none. */
  template: string;
  /** Number of hashes of which one is kept, the same ones in every program, where all of them would be too many. */
  keepOneOf: number;
}

/** Returns the function that reads programs of one set. */
export function createPrinter({ family, template, keepOneOf }: PrintRules): (source: string) => Uint32Array {
  const hashesOf = (source: string) => new Set(fingerprintsOf(source, family).map(({ hash }) => hash));
  const given = hashesOf(template);
  return (source) => {
    const own = [...hashesOf(source).difference(given)];
    return Uint32Array.from(own.filter((hash) => hash % keepOneOf === 0)).sort();
  };
}

const NUMBER_BYTES = 4;
/** Bytes before the hashes of a program: its id and their number. */
const HEAD_BYTES = 2 * NUMBER_BYTES;

/** Packs programs, four bytes a hash. What was packed apart may be joined: it unpacks as one. */
export function packPrints(programs: readonly Prints[]): Uint8Array<ArrayBuffer> {
  const size = programs.reduce((sum, { hashes }) => sum + HEAD_BYTES + hashes.length * NUMBER_BYTES, 0);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  let at = 0;
  const put = (value: number) => {
    view.setUint32(at, value, true);
    at += NUMBER_BYTES;
  };
  for (const { id, hashes } of programs) {
    put(id);
    put(hashes.length);
    hashes.forEach(put);
  }
  return packed;
}

/**
 * Unpacks programs.
 *
 * @throws {RangeError} when the bytes end in the middle of a program
 */
export function unpackPrints(packed: Uint8Array): Prints[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const programs: Prints[] = [];
  for (let at = 0; at < packed.byteLength; ) {
    const id = view.getUint32(at, true);
    const count = view.getUint32(at + NUMBER_BYTES, true);
    at += HEAD_BYTES;
    if (count * NUMBER_BYTES > packed.byteLength - at) throw new RangeError('Packed prints end too early');
    const hashes = new Uint32Array(count);
    for (let place = 0; place < count; place += 1) {
      hashes[place] = view.getUint32(at, true);
      at += NUMBER_BYTES;
    }
    programs.push({ id, hashes });
  }
  return programs;
}
