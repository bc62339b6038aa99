/* The part of a service worker's events that is used here; TypeScript's own library for workers excludes that of pages. */

interface ExtendableEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface ToldEvent extends ExtendableEvent {
  readonly data: unknown;
}

export const isExtendable = (event: Event): event is ExtendableEvent => 'waitUntil' in event;
export const isFetch = (event: Event): event is FetchEvent => isExtendable(event) && 'request' in event;
export const isTold = (event: Event): event is ToldEvent => isExtendable(event) && 'data' in event;
