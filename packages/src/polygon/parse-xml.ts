import sax from 'sax';
import { inMegabytes } from '#opening/limits.ts';
import { PackageError } from '#package-error.ts';

/** Element of an XML file. Names come from strangers, so attributes are in a map and never properties. */
export class XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly elements: XmlElement[] = [];
  text = '';

  constructor(name: string, attributes: ReadonlyMap<string, string>) {
    this.name = name;
    this.attributes = attributes;
  }

  /** Returns the attribute's value without surrounding space, null when it is absent or empty. */
  attribute(name: string): string | null {
    return this.attributes.get(name)?.trim() || null;
  }

  /**
   * Returns the elements at the end of a path: `all('assets', 'solutions')`; on the way the first of each name is
   * taken.
   */
  all(...path: readonly string[]): readonly XmlElement[] {
    const parent = this.one(...path.slice(0, -1));
    return parent?.elements.filter(({ name }) => name === path.at(-1)) ?? [];
  }

  one(...path: readonly string[]): XmlElement | null {
    let place: XmlElement | undefined = this;
    for (const step of path) place = place?.elements.find(({ name }) => name === step);
    return place ?? null;
  }

  /**
   * Returns the text of the element at the end of a path without surrounding space, null when it is absent or empty.
   */
  textOf(...path: readonly string[]): string | null {
    return this.one(...path)?.text.trim() || null;
  }
}

/** Manifests of problems with thousands of tests have a tenth of this. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 50;
/** Elements and attributes together. */
const MAX_NODES = 200_000;

/**
 * Parses an XML file of a package and returns its root.
 *
 * Document types, and with them entities of the file's own, are refused: no package needs them, and by them XML can
 * read files of the machine or grow without end. A file that is too deep or has too many elements is refused as soon as
 * the parser reaches the bound.
 *
 * @param name the file's name, for messages
 * @throws {PackageError} with line and column when it is not well-formed
 */
export function parseXml(bytes: Uint8Array, name: string): XmlElement {
  const parser = sax.parser(true);
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let nodes = 0;
  const countNode = () => {
    nodes += 1;
    if (nodes > MAX_NODES)
      throw new PackageError(`${name} has more than ${MAX_NODES} elements and attributes.`);
  };
  parser.onerror = (error) => {
    const reason = error.message.split('\n')[0];
    throw new PackageError(
      `${name} is no well-formed XML: ${reason} (line ${parser.line + 1}, column ${parser.column + 1}).`,
    );
  };
  parser.ondoctype = () => {
    throw new PackageError(`${name} has a document type (<!DOCTYPE). Remove it: entities are not read.`);
  };
  parser.onattribute = countNode;
  parser.onopentag = ({ name: tag, attributes }) => {
    countNode();
    const element = new XmlElement(tag, new Map(Object.entries(attributes as Record<string, string>)));
    if (open.length === MAX_DEPTH) throw new PackageError(`${name} nests elements deeper than ${MAX_DEPTH}.`);
    open.at(-1)?.elements.push(element);
    root ??= element;
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  if (bytes.length > MAX_BYTES) {
    throw new PackageError(`${name} is larger than ${inMegabytes(MAX_BYTES)}. Make it smaller.`);
  }
  const text = decodeXml(bytes, name);
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof PackageError) throw error;
    // The parser fails at attributes named like properties of its own objects.
    throw new PackageError(`${name} cannot be parsed: ${(error as Error).message}.`, { cause: error });
  }
  if (root === null) throw new PackageError(`${name} is empty.`);
  return root;
}

/** Decodes an XML file by its byte order mark or the encoding in its first line; UTF-8 without either. */
function decodeXml(bytes: Uint8Array, name: string): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (start.startsWith('\xff\xfe')) return new TextDecoder('utf-16le').decode(bytes);
  if (start.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(bytes);
  const stated = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  const encoding = start.startsWith('\xef\xbb\xbf') ? 'utf-8' : (stated ?? 'utf-8');
  try {
    return new TextDecoder(encoding).decode(bytes).trimStart();
  } catch {
    throw new PackageError(`${name} states the encoding ${encoding}, which is not known. Save it as UTF-8.`);
  }
}
