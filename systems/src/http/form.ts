import FormData from 'form-data';
import iconv from 'iconv-lite';

/** Part of a form that a browser sends as a file. */
export interface FilePart {
  /** Empty when no file was chosen: the part is sent nevertheless. */
  name: string;
  content: string | Uint8Array;
  type?: string;
}

/** Fields of a form in their order. */
export interface FormFields {
  /** `multipart` is what forms with a file send. */
  as: 'urlencoded' | 'multipart';
  fields: readonly (readonly [name: string, value: string | FilePart])[];
}

/** Encodes a form as a browser does that shows the page in this charset; what the charset lacks becomes `?`. */
export function encodeForm({ as, fields }: FormFields, charset: string) {
  return as === 'multipart' ? encodeMultipart(fields, charset) : encodeUrl(fields, charset);
}

function encodeMultipart(fields: FormFields['fields'], charset: string) {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, iconv.encode(value, charset));
    else {
      const { name: filename, content, type = 'application/octet-stream' } = value;
      const bytes = typeof content === 'string' ? iconv.encode(content, charset) : Buffer.from(content);
      form.append(name, bytes, filename === '' ? noFile(form, name) : { filename, contentType: type });
    }
  }
  return { bytes: form.getBuffer(), headers: form.getHeaders() as Record<string, string> };
}

/** Head of a part without a file, which the library would make a text field. */
const noFile = (form: FormData, name: string) => ({
  header: [
    `--${form.getBoundary()}`,
    `Content-Disposition: form-data; name="${name}"; filename=""`,
    'Content-Type: application/octet-stream',
    '\r\n',
  ].join('\r\n'),
});

function encodeUrl(fields: FormFields['fields'], charset: string) {
  const escaped = (text: string) =>
    [...iconv.encode(text, charset)]
      .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
      .join('');
  const pairs = fields.map(([name, value]) => {
    if (typeof value !== 'string') throw new Error(`${name} is a file: the form must be multipart`);
    return `${escaped(name)}=${escaped(value)}`;
  });
  return {
    bytes: Buffer.from(pairs.join('&')),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/** Letters, digits and `-._`, which nobody needs to escape. */
const isPlain = (byte: number) =>
  (byte >= 48 && byte <= 57) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  [45, 46, 95].includes(byte);
