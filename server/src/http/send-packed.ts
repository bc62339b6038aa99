import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ending, PackedPage } from '#http/packed-page.ts';

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
): void {
  reply.headers({ etag, vary: 'accept-encoding' });
  if (headers['if-none-match'] === etag) return void reply.code(304).send();
  reply.headers({ 'content-type': 'application/json; charset=utf-8' });
  if (!takesGzip(headers['accept-encoding'])) return void reply.send(page.plain(ending));
  reply.headers({ 'content-encoding': 'gzip' });
  reply.send(page.gzipped(ending));
}

/** Whether a header names gzip, or anything, and does not exclude it. */
function takesGzip(accepted: string | string[] = ''): boolean {
  const offers = `${accepted}`.toLowerCase().split(',');
  const named = offers.map((offer) => offer.split(';').map((part) => part.trim()));
  const gzip = named.find(([name]) => name === 'gzip') ?? named.find(([name]) => name === '*');
  return gzip !== undefined && !gzip.slice(1).some((part) => /^q=0(?:\.0*)?$/.test(part));
}
