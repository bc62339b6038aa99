import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Ending, PackedPage } from '#http/answers/packed-page.ts';

/** An answer for one person: a text that many share, and its ending. */
export interface PackedAnswer {
  page: Pick<PackedPage, 'plain' | 'gzipped'>;
  ending: Ending;
  /** Changes with what the person sees, and with nothing else. */
  etag: string;
}

/** Sends a page as it lies in memory, or nothing where the client has it already. */
export function sendPacked(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'headers' | 'code' | 'send'>,
  { page, ending, etag }: PackedAnswer,
  type = 'application/json; charset=utf-8',
): void {
  reply.headers({ etag, vary: 'accept-encoding' });
  if (headers['if-none-match'] === etag) return void reply.code(304).send();
  reply.headers({ 'content-type': type });
  if (!takesGzip(headers['accept-encoding'])) return void sendPieces(reply, page.plain(ending));
  reply.headers({ 'content-encoding': 'gzip' });
  reply.send(page.gzipped(ending));
}

function sendPieces(reply: Pick<FastifyReply, 'headers' | 'send'>, pieces: readonly Buffer[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  reply.headers({ 'content-length': length });
  reply.send(
    pieces.length === 1
      ? pieces[0]
      : Readable.from(
          pieces.filter((piece) => piece.length > 0),
          { objectMode: false },
        ),
  );
}

/** Answers of `takesGzip` by header: all browsers of a kind send the same. */
const known = new LRUCache<string, boolean>({ max: 100 });
/** Length of a header beyond which it is none of theirs. */
const MAX_KNOWN_LENGTH = 100;

/** Whether a header names gzip, or anything, and does not exclude it. */
function takesGzip(accepted: string | string[] = ''): boolean {
  const header = `${accepted}`;
  const isKnown = known.get(header);
  if (isKnown !== undefined) return isKnown;
  const takes = namesGzip(header);
  if (header.length <= MAX_KNOWN_LENGTH) known.set(header, takes);
  return takes;
}

function namesGzip(accepted: string): boolean {
  const offers = accepted.toLowerCase().split(',');
  const named = offers.map((offer) => offer.split(';').map((part) => part.trim()));
  const gzip = named.find(([name]) => name === 'gzip') ?? named.find(([name]) => name === '*');
  return gzip !== undefined && !gzip.slice(1).some((part) => /^q=0(?:\.0*)?$/.test(part));
}
