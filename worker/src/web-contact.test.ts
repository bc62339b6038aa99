import { describe, expect, test } from 'vitest';
import type { Log } from '#log.ts';
import { AwayError, RefusedError } from '#web-calls.ts';
import { createWebContact } from '#web-contact.ts';

const unknown = () => new RefusedError(404, 'WORKER_UNKNOWN', 'register first');
const { signal } = new AbortController();

/** Opens a contact with a server that gives each registration the next number. */
function contactWith({ failing = [] }: { failing?: Error[] } = {}) {
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text);
  const log: Log = { info: line, warn: line, error: line };
  let registrations = 0;
  const register = async () => {
    const failure = failing.shift();
    if (failure) throw failure;
    registrations += 1;
    return registrations;
  };
  return { lines, contact: createWebContact({ api: 'calls', register, unknownCode: 'WORKER_UNKNOWN', log }) };
}

describe('contact with the web', () => {
  test('registers once for all who ask', async () => {
    const { contact } = contactWith();
    const ask = () => contact.ask(async (api, welcome) => `${api} ${welcome}`, signal);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['calls 1', 'calls 1', 'calls 1']);
  });

  test('registers again, once, when the server has forgotten the worker', async () => {
    const { contact } = contactWith();
    const ask = () =>
      contact.ask(async (_api, welcome) => {
        if (welcome === 1) throw unknown();
        return welcome;
      }, signal);
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
  });

  test('asks only once for what is not worth waiting for', async () => {
    const { contact } = contactWith();
    await expect(contact.askOnce(() => Promise.reject(unknown()))).rejects.toBeInstanceOf(AwayError);
    expect(await contact.askOnce(async (_api, welcome) => welcome)).toBe(2);
  });

  test('waits for a server that is away, and says so in two lines', async () => {
    const away = () => new AwayError('HTTP 503: starting');
    const { contact, lines } = contactWith({ failing: [away(), away()] });
    expect(await contact.ask(async (_api, welcome) => welcome, signal)).toBe(1);
    expect(lines).toEqual([
      'The server does not answer (HTTP 503: starting); trying until it does',
      'The server answers again',
    ]);
  });

  test('passes other refusals on', async () => {
    const { contact } = contactWith();
    const refused = new RefusedError(403, 'TOKEN_WRONG', 'another token');
    await expect(contact.ask(() => Promise.reject(refused), signal)).rejects.toBe(refused);
  });

  test('does not ask under a signal that has aborted', async () => {
    const { contact } = contactWith();
    const closed = AbortSignal.abort(new Error('closed'));
    await expect(contact.ask(async () => 'asked', closed)).rejects.toThrow('closed');
  });
});
