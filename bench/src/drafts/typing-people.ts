import { setTimeout as sleep } from 'node:timers/promises';
import { DraftKept } from '@balloon/contracts/hall/drafts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { Member } from '#contest/crowd.ts';
import type { HttpCaller } from '#contest/http-caller.ts';
import type { StormSite } from '#storms/storm.ts';

/** Pause of the page between two snapshots while something changes. */
const EVERY_MS = 30_000;
const FIRST_LINES = 50;
const LINES_EACH_TIME = 8;

/** People with an editor open, whose pages send drafts. */
export class TypingPeople {
  readonly answeredMs: number[] = [];
  kept = 0;
  refused = 0;
  readonly #site: StormSite;
  readonly #caller: HttpCaller;

  constructor(site: StormSite, caller: HttpCaller) {
    this.#site = site;
    this.#caller = caller;
  }

  async openContest(): Promise<void> {
    const { web, contestId, members } = this.#site;
    for (const { token } of members) await this.#caller.call(`${web.url}/api/contest/${contestId}`, token);
  }

  /** All type for some seconds, each from a moment of their own on. */
  async type(seconds: number): Promise<void> {
    const { members } = this.#site;
    await Promise.all(
      members.map(async (member, place) => {
        const firstMs = (EVERY_MS * place) / members.length;
        await sleep(firstMs);
        let lines = FIRST_LINES;
        for (let atMs = firstMs; atMs < seconds * 1000; atMs += EVERY_MS) {
          const startedAt = performance.now();
          await this.#send(member, place, lines);
          lines += LINES_EACH_TIME;
          if (atMs + EVERY_MS < seconds * 1000)
            await sleep(Math.max(0, EVERY_MS - (performance.now() - startedAt)));
        }
      }),
    );
  }

  async #send({ token }: Member, place: number, lines: number): Promise<void> {
    const { web, contestId } = this.#site;
    const draft = {
      ...{ symbolIndex: 'A', languageId: LANGUAGES.cpp20.id, insertedAtOnce: 0 },
      source: programOf(place, lines),
    };
    const startedAt = performance.now();
    const url = `${web.url}/api/contest/${contestId}/drafts`;
    const { status, text } = await this.#caller.call(url, token, JSON.stringify(draft));
    this.answeredMs.push(performance.now() - startedAt);
    if (status !== 200) this.refused += 1;
    else if (DraftKept.parse(JSON.parse(text)).isKept) this.kept += 1;
  }
}

/** A program of a person: lines of about forty characters, other ones for each, that pack as programs do. */
function programOf(place: number, lines: number): string {
  const name = (at: number) => `value${(place * 7919 + at * 104_729) % 100_003}`;
  return Array.from(
    { length: lines },
    (_, at) =>
      `  for (int ${name(at)} = ${at}; ${name(at)} < ${name(at + 1)}; ++i) sum += f[${(at * place) % 97}];`,
  ).join('\n');
}
