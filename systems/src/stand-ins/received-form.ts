import iconv from 'iconv-lite';

/** Form as a stand-in received it. */
export interface ReceivedForm {
  /** Text of a field, decoded by the stand-in's charset; undefined: absent. */
  text(name: string): string | undefined;
  /** Content of a file part. */
  file(name: string): { name: string; content: Buffer } | undefined;
  /** Names in their order. */
  names: readonly string[];
}

interface Part {
  name: string;
  fileName: string | null;
  content: Buffer;
}

/** Reads a urlencoded or multipart form; anything else has no fields. */
export function readForm(contentType: string, body: Buffer, charset: string): ReceivedForm {
  const parts = partsOf(contentType, body, charset);
  const find = (name: string) => parts.find((part) => part.name === name);
  return {
    text(name) {
      const part = find(name);
      return part && iconv.decode(part.content, charset);
    },
    file(name) {
      const part = find(name);
      return part?.fileName == null ? undefined : { name: part.fileName, content: part.content };
    },
    names: parts.map(({ name }) => name),
  };
}

function partsOf(contentType: string, body: Buffer, charset: string): Part[] {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary !== undefined) return multipartOf(body, boundary);
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return [];
  return body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name: iconv.decode(unescaped(name), charset), fileName: null, content: unescaped(value) };
    });
}

function unescaped(text: string): Buffer {
  const plain = text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

function multipartOf(body: Buffer, boundary: string): Part[] {
  return body
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((text) => {
      const end = text.indexOf('\r\n\r\n');
      const head = text.slice(0, end);
      return {
        name: /name="([^"]*)"/.exec(head)?.[1] ?? '',
        fileName: /filename="([^"]*)"/.exec(head)?.[1] ?? null,
        content: Buffer.from(text.slice(end + 4, -2), 'latin1'),
      };
    });
}
