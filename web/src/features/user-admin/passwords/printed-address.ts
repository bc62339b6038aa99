/** Names by which a machine reaches itself. */
const OWN_NAMES = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether an address opens on the machine of the reader only, so that it is of no use on a sheet for others. */
export const isOnlyHere = (address: string): boolean => {
  const url = URL.parse(printedAddress(address));
  return url !== null && OWN_NAMES.test(url.hostname);
};

/** Address for a sheet and its code: what was typed, with a scheme and without slashes at its end. */
export function printedAddress(typed: string): string {
  const address = typed.trim().replace(/\/+$/, '');
  return /^https?:\/\//i.test(address) ? address : `http://${address}`;
}
