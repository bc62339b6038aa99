import { createHash, randomBytes } from 'node:crypto';

/** Key of the API of Codeforces or Polygon. */
export interface ApiKey {
  apiKey: string;
  secret: string;
}

/** Moment and chance of a signature, given so that it can be checked. */
export interface SigningMoment {
  /** Whole seconds since 1970; a server takes no call that is more than some minutes off. */
  timeSec: number;
  /** Six characters, new for every call. */
  salt: string;
}

/** Parameters of a call; a name may come more than once, and values are text before any encoding. */
export type CallParameters = readonly (readonly [name: string, value: string])[];

/**
 * Signs a call of the API of Codeforces or Polygon.
 *
 * @param method name such as `user.status`
 * @returns the parameters in the order in which they were signed, with `apiKey`, `time` and `apiSig`
 * @see https://codeforces.com/apiHelp, "Authorization"
 */
export function signCall(
  method: string,
  parameters: CallParameters,
  { apiKey, secret }: ApiKey,
  { timeSec, salt }: SigningMoment,
): CallParameters {
  const signed = [...parameters, ['apiKey', apiKey] as const, ['time', String(timeSec)] as const].toSorted(
    byNameThenValue,
  );
  const line = signed.map(([name, value]) => `${name}=${value}`).join('&');
  const hash = createHash('sha512').update(`${salt}/${method}?${line}#${secret}`, 'utf8').digest('hex');
  return [...signed, ['apiSig', `${salt}${hash}`]];
}

/** Draws the six characters of a signature. */
export const drawSalt = (): string => randomBytes(3).toString('hex');

/** Order of code units, as the servers' language compares text. */
function byNameThenValue([nameA, valueA]: CallParameters[number], [nameB, valueB]: CallParameters[number]) {
  return compare(nameA, nameB) || compare(valueA, valueB);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
