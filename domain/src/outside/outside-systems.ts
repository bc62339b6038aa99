/** Field that an account or a server of a system has. */
export interface OutsideField {
  name: string;
  /** Is never shown again after it was stored. */
  isSecret: boolean;
  isRequired: boolean;
}

/** Facts of an outside system that accounts, the queue and the relay share; how it is talked to is in `systems/`. */
export interface OutsideSystemRule {
  name: string;
  /** Address of the public system; null: every server has its own. */
  defaultUrl: string | null;
  /** Shortest time between two sends of one account, in ms. */
  sendEveryMs: number;
  credentials: readonly OutsideField[];
  /**
   * Whether the session holds what took the place of the credentials, such as renewed tokens, so that a disabled account
   * keeps it: the stored ones are worn out. Others begin anew, since their cookies may be the trouble.
   */
  keepsSession?: true;
  /** Fields of a server beside its address. */
  settings: readonly OutsideField[];
}

const required = (name: string, isSecret = false): OutsideField => ({ name, isSecret, isRequired: true });
const optional = (name: string, isSecret = false): OutsideField => ({ name, isSecret, isRequired: false });

const CODEFORCES = [
  required('handle'),
  optional('password', true),
  optional('cookies', true),
  optional('apiKey', true),
  optional('apiSecret', true),
] as const;

/**
 * The outside systems. Intervals of sends are a cautious start: real limits are known of Timus (about 10 s) and
 * Codeforces (20 in 5 minutes) only; ejudge has none of its own. Adapters read the fields under these names.
 */
export const OUTSIDE_SYSTEMS = {
  timus: {
    name: 'Timus',
    defaultUrl: 'https://acm.timus.ru/',
    sendEveryMs: 15_000,
    credentials: [required('judgeId', true), optional('password', true)],
    settings: [],
  },
  acmp: {
    name: 'acmp.ru',
    defaultUrl: 'https://acmp.ru/',
    sendEveryMs: 45_000,
    credentials: [required('login'), required('password', true)],
    settings: [],
  },
  cf: {
    name: 'Codeforces',
    defaultUrl: 'https://codeforces.com/',
    sendEveryMs: 15_000,
    credentials: CODEFORCES,
    settings: [],
  },
  sgu: {
    name: 'SGU',
    defaultUrl: 'https://codeforces.com/',
    sendEveryMs: 15_000,
    credentials: CODEFORCES,
    settings: [],
  },
  ejudge: {
    name: 'ejudge',
    defaultUrl: null,
    sendEveryMs: 1_000,
    credentials: [optional('apiKey', true), optional('login'), optional('password', true)],
    settings: [
      required('contests'),
      optional('role'),
      optional('apiPath'),
      optional('cgi'),
      optional('isVisible'),
      optional('partial'),
      optional('acceptedForTesting'),
    ],
  },
  yandex: {
    name: 'Yandex.Contest',
    defaultUrl: 'https://contest.yandex.ru/',
    sendEveryMs: 10_000,
    credentials: [required('cookie', true), optional('login')],
    settings: [],
  },
  yandexOfficial: {
    name: 'Yandex.Contest API',
    defaultUrl: 'https://api.contest.yandex.net/api/public/v2/',
    sendEveryMs: 10_000,
    credentials: [
      required('token', true),
      optional('refreshToken', true),
      optional('clientId'),
      optional('clientSecret', true),
      optional('login'),
    ],
    keepsSession: true,
    settings: [optional('oauthUrl')],
  },
} as const satisfies Record<string, OutsideSystemRule>;

/** A system that judges outside of Balloon. */
export type OutsideSystemType = keyof typeof OUTSIDE_SYSTEMS;

/** Servers that relays talk to: the systems that judge, and Polygon, which brings packages. */
export const OUTSIDE_SERVERS = {
  ...OUTSIDE_SYSTEMS,
  polygon: {
    name: 'Polygon',
    defaultUrl: 'https://polygon.codeforces.com/api/',
    sendEveryMs: 2_000,
    credentials: [required('apiKey', true), required('apiSecret', true)],
    settings: [],
  },
} as const satisfies Record<string, OutsideSystemRule>;

export type OutsideServerType = keyof typeof OUTSIDE_SERVERS;

/** System at the same address whose accounts and pace serve this one, too; null: it has accounts of its own. */
export const sharedAccountsOf = (systemType: OutsideServerType): OutsideServerType | null =>
  systemType === 'sgu' ? 'cf' : null;

/** A run without an answer to its send is looked for this often before it may be sent again … */
export const LOOKS_BEFORE_RESEND = 3;
/** … and not before this time in ms has passed since the send: lists of systems lag. */
export const RESEND_NOT_BEFORE_MS = 60_000;
/** Time in ms for which a solution then lets others go first, after its first send without a run and after its second. */
export const SEND_ANEW_AFTER_MS = [30_000, 300_000] as const;
/** After as many sends that left no run a supervisor decides: another one would most likely end as they did. */
export const SENDS_WITHOUT_RUN = 3;

/** Systems whose accounts keep their session when they are disabled or changed. */
export const KEEPING_SYSTEMS: readonly string[] = Object.entries<OutsideSystemRule>(OUTSIDE_SYSTEMS)
  .filter(([, { keepsSession }]) => keepsSession === true)
  .map(([type]) => type);
