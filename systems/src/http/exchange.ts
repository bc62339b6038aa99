import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { OutsideError } from '#failures.ts';

/** Request as it is written to the connection. */
export interface Sent {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  signal: AbortSignal;
  maxBytes: number;
}

/** Answer that has come whole, unpacked. */
export interface Got {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Largest head of an answer in bytes; the usual 16 KB are less than the cookies that some servers set at once. */
const MAX_HEAD_BYTES = 64 * 1024;
const CUT_SHORT = 'The answer was cut short';

/**
 * Makes one request and follows nowhere. `fetch` would take a packed answer that ends too early for a whole one, so that
 * a row of a status page seems not to be there.
 *
 * @throws {OutsideError} `drift` for an answer that is longer than `maxBytes`, packed or unpacked
 * @throws {Error} any other, with a cause: no whole answer came
 */
export async function exchange(url: URL, { maxBytes, ...sent }: Sent): Promise<Got> {
  try {
    const response = await ask(url, sent);
    const packed = await readBounded(response, maxBytes);
    const headers = headersOf(response);
    return { status: response.statusCode ?? 0, headers, bytes: await unpack(packed, headers, maxBytes) };
  } catch (error) {
    throw sent.signal.aborted ? sent.signal.reason : named(error as NodeJS.ErrnoException);
  }
}

/** Names what stopped a request: a failure of the connection by its code, such as `ECONNREFUSED`. All have a cause. */
const named = (error: NodeJS.ErrnoException) =>
  error.cause || error instanceof OutsideError
    ? error
    : new Error(error.code ?? error.message, { cause: error });

function ask(url: URL, { body, headers, ...sent }: Omit<Sent, 'maxBytes'>): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? requestSecurely : requestPlain;
  const options = {
    ...{ ...sent, maxHeaderSize: MAX_HEAD_BYTES },
    headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...headers },
  };
  return new Promise((resolve, reject) => {
    const asked = open(url, options, resolve);
    // Ends what is no answer, such as a change of protocol, without an error.
    asked.on('error', reject).on('close', () => reject(new Error(CUT_SHORT)));
    asked.end(body ?? undefined);
  });
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLong(maxBytes); // closes the connection, too
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLong = (maxBytes: number, cause?: unknown) =>
  new OutsideError('drift', `The answer is longer than ${maxBytes} bytes`, { cause });

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

const UNPACKERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  /** Takes it with the head of zlib, whose first byte ends in 8, or without, as some servers understood the standard. */
  deflate: (packed: Buffer, options: { maxOutputLength: number }) =>
    promisify(((packed[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(packed, options),
} as const;

const isPacking = (name: string): name is keyof typeof UNPACKERS => Object.hasOwn(UNPACKERS, name);

/** Packings that nobody asked for are left as they are, as browsers do: such names are mostly mistaken. */
async function unpack(packed: Buffer, headers: Headers, maxBytes: number): Promise<Buffer> {
  const packing = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (packed.byteLength === 0 || !isPacking(packing)) return packed;
  try {
    return await UNPACKERS[packing](packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(maxBytes, error);
    throw new Error(code === 'Z_BUF_ERROR' ? CUT_SHORT : 'The answer is packed wrongly', { cause: error });
  }
}
