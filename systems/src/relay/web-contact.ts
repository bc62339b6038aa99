import type { RelayHello, RelayWelcome } from '@balloon/contracts/outside/relay.ts';
import type { Log } from '@balloon/worker/log.ts';
import {
  type WebContact as Contact,
  createWebContact as createContact,
} from '@balloon/worker/web-contact.ts';
import type { RelayApi } from '#relay/relay-api.ts';

/** Registration of the relay with the web. */
export type WebContact = Contact<RelayApi, RelayWelcome>;

/** Opens the contact, which registers with the first question. @param closed aborts the registration, which all share */
export function createWebContact(
  api: RelayApi,
  hello: RelayHello,
  log: Log,
  closed: AbortSignal,
): WebContact {
  return createContact({
    api,
    register: () => api.hello(hello, closed),
    unknownCode: 'RELAY_UNKNOWN',
    log,
  });
}
