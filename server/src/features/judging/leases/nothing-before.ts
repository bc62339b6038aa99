import { LRUCache } from 'lru-cache';
import { type Claimer, isOfMany, type Lease, waitingKeys } from '#features/queue/claim.queries.ts';

/** Time in ms for which an answer of the queue is believed: work that becomes due by time alone is not announced. */
const BELIEVED_MS = 500;
/** Largest number of kinds of claims that are remembered; judges of a site mostly take the same. */
const MAX_KINDS = 100;

type Kind = Pick<Claimer, 'languageKeys' | 'takes'>;

/**
 * What this web process knows of the queue: that for claims of a kind nothing waits before what there is much of
 * (`isOfMany`). While thousands are judged again, most claims come too early for one of those, and would ask the database for nothing.
 * A claim that is not asked listens already, so that the next announcement wakes it.
 */
export class NothingBefore {
  readonly #known = new LRUCache<string, number>({ max: MAX_KINDS, ttl: BELIEVED_MS });
  /** Number of announcements of work so far: what an answer says ends with the next one. */
  #announced = 0;

  /** Notes that there may be work. */
  announced(): void {
    this.#announced += 1;
  }

  holdsFor(claim: Kind): boolean {
    return this.#known.get(keyOf(claim)) === this.#announced;
  }

  /** Notes that a claim is about to ask the queue; the function that is returned takes the answer. */
  asking(claim: Kind): (answer: Lease | undefined) => void {
    const announced = this.#announced;
    return (answer) => {
      if (answer === undefined || isOfMany(answer)) this.#known.set(keyOf(claim), announced);
      else this.#known.delete(keyOf(claim));
    };
  }
}

const keyOf = ({ languageKeys, takes }: Kind) =>
  [...waitingKeys({ languageKeys, takes }), ...takes].join(' ');
