import type { BorrowedSlot, BorrowSlot, JudgingSlot } from '#run/judging-slot.ts';
import type { IdleGate } from '#workshop/idle-gate.ts';

/** Slots that wait for work, and those who use them meanwhile. */
export interface SlotLending {
  /** Offers a slot until disposed of, which waits until a borrower has left. */
  offer(slot: JudgingSlot): AsyncDisposable;
  borrow: BorrowSlot;
}

/** @param gate counts a borrowed slot as busy: the tests in it are measured */
export function createSlotLending(gate: IdleGate): SlotLending {
  const free = new Set<Offer>();
  return {
    offer(slot) {
      const offer = new Offer(slot, free, gate);
      return { [Symbol.asyncDispose]: () => offer.takeBack() };
    },
    borrow() {
      const [offer] = free;
      return offer ? offer.lend() : null;
    },
  };
}

class Offer {
  readonly #slot: JudgingSlot;
  readonly #free: Set<Offer>;
  readonly #gate: IdleGate;
  readonly #wanted = new AbortController();
  #returned = Promise.resolve();

  constructor(slot: JudgingSlot, free: Set<Offer>, gate: IdleGate) {
    this.#slot = slot;
    this.#free = free;
    this.#gate = gate;
    free.add(this);
  }

  lend(): BorrowedSlot {
    this.#free.delete(this);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#returned = promise;
    const busy = this.#gate.enter();
    return {
      slot: this.#slot,
      wanted: this.#wanted.signal,
      [Symbol.dispose]: () => {
        busy[Symbol.dispose]();
        if (!this.#wanted.signal.aborted) this.#free.add(this);
        resolve();
      },
    };
  }

  takeBack(): Promise<void> {
    this.#free.delete(this);
    this.#wanted.abort();
    return this.#returned;
  }
}
