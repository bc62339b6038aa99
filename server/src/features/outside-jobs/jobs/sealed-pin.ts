import type { JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import { seal, unseal } from '#content/sealed.ts';

const PURPOSE = 'pin of a contest';

/** Encrypts the code of a contest before its job is stored. @param key SETTINGS_KEY */
export const sealPin = (key: string, pin: string): string => seal(key, PURPOSE, pin);

/** Opens a stored request for a relay. A code that was sealed with another key is left out: the system then asks for it. */
export function withOpenPin(key: string, request: JobRequest): JobRequest {
  if (request.kind !== 'polygon' || request.pin === null) return request;
  return { ...request, pin: unseal(key, PURPOSE, request.pin) };
}
