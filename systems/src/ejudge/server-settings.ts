import { z } from 'zod';

/** Rights of the account: a participant's, or the jury's (with an API key). */
export type Role = 'participant' | 'judge' | 'master';

const Flag = z.enum(['yes', 'no', '']).catch('');
/** Path with a slash at both ends, so that names can follow. */
const Path = z.string().transform((path) => `/${path}/`.replaceAll(/\/{1,9}/g, '/'));

const Settings = z.object({
  contests: z
    .string()
    .regex(/^[\d\s,;]*$/, 'contests are numbers')
    .transform((text) => text.split(/[\s,;]/).flatMap((part) => (part === '' ? [] : [Number(part)])))
    .default([]),
  role: z.enum(['participant', 'judge', 'master', '']).default('participant'),
  apiPath: Path.default('/ej/api/v1/'),
  cgi: z.string().default(''),
  isVisible: Flag.default('no'),
  partial: z.enum(['ignored', 'wrongAnswer', '']).default('ignored'),
  acceptedForTesting: z.enum(['ignored', 'accepted', '']).default('ignored'),
});

/** Settings of a server. */
export interface ServerSettings {
  /** Contests that are listed; an account is checked in the first one. */
  contests: readonly number[];
  role: Role;
  /** Path of the REST addresses, or null where only programs of `cgiPath` answer. */
  apiPath: string | null;
  /** Path of `new-client` and the others. */
  cgiPath: string;
  /** Runs sent by the jury are shown in the tables of the server. */
  isVisible: boolean;
  /** What a partial solution (PT) means. */
  partial: 'ignored' | 'wrongAnswer';
  /** What a solution means that only the first tests were tried on (AC). */
  acceptedForTesting: 'ignored' | 'accepted';
}

const CGI_PATH = '/cgi-bin/';

/** Reads the settings of a server. @throws {Error} naming the field that cannot be read */
export function readSettings(stored: Readonly<Record<string, string>>): ServerSettings {
  const read = Settings.safeParse(stored);
  if (!read.success) throw new Error(`Settings of the ejudge server: ${z.prettifyError(read.error)}`);
  const { contests, role, apiPath, cgi, isVisible, partial, acceptedForTesting } = read.data;
  return {
    contests,
    role: role || 'participant',
    apiPath: cgi === '' ? apiPath : null,
    cgiPath: cgi === '' ? CGI_PATH : Path.parse(cgi),
    isVisible: isVisible === 'yes',
    partial: partial || 'ignored',
    acceptedForTesting: acceptedForTesting || 'ignored',
  };
}
