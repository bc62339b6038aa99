import { type LookupAddress, lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '#http/public-address.ts';

/** Answer of a host that is nobody's server to us. */
export interface PublicAnswer {
  status: number;
  contentType: string;
  /** Where a redirect leads; null: it is none. */
  location: string | null;
  content: Uint8Array;
}

/** Finds all addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

export interface PublicRequest {
  /** Addresses beside those of the internet that may be asked. */
  allowed: ReadonlySet<string>;
  maxBytes: number;
  userAgent: string;
  signal: AbortSignal;
  resolveName: ResolveName;
}

/** Error for an address that may not be asked. */
export class PrivateAddressError extends Error {}
/** Error for an answer beyond the bound. */
export class TooLongError extends Error {}

/** Resolves a name as the system does. */
export const resolveBySystem: ResolveName = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/**
 * Gets an address that a page has named: without cookies, and only on the internet. The address that was allowed is the
 * one that is connected to, so a name cannot mean another one a moment later. Redirects are left to the caller.
 *
 * @throws {PrivateAddressError} when it leads to a machine or network of ours
 * @throws {TooLongError}
 * @throws {Error} any other: nothing came
 */
export async function getPublicly(url: URL, request: PublicRequest): Promise<PublicAnswer> {
  const { allowed, maxBytes, userAgent, signal, resolveName } = request;
  const isAllowed = (address: string) => isPublicAddress(address) || allowed.has(address);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new PrivateAddressError(`${literal} is not public`);
  const ask = url.protocol === 'https:' ? requestSecurely : requestPlain;
  const options = {
    ...{ signal, agent: false, lookup: guarded(resolveName, isAllowed) },
    headers: { 'user-agent': userAgent, accept: 'image/*' },
  };
  return new Promise((resolve, reject) => {
    const asked = ask(url, options, (response) => {
      readBounded(response, maxBytes).then(
        (content) =>
          resolve({
            ...{ status: response.statusCode ?? 0, content },
            contentType: response.headers['content-type'] ?? '',
            location: response.headers.location ?? null,
          }),
        (error: unknown) => {
          asked.destroy();
          reject(error);
        },
      );
    });
    asked.on('error', reject).end();
  });
}

/** Makes a lookup that finds allowed addresses only. */
function guarded(resolveName: ResolveName, isAllowed: (address: string) => boolean): LookupFunction {
  return (name, { all }, found) => {
    resolveName(name).then(
      (addresses) => {
        const usable = addresses.filter(({ address }) => isAllowed(address));
        const [first] = usable;
        if (!first) found(new PrivateAddressError(`${name} is not public`), '', 0);
        else if (all) found(null, usable);
        else found(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => found(error, '', 0),
    );
  };
}

async function readBounded(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new TooLongError(`The answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
