import type { FailureKind } from '#failures.ts';

/**
 * What a refusal of ejudge asks for, by its symbol (include/ejudge/new_server_proto.h). All of these are said before a
 * run is stored. Symbols that are missing here may come after it (ERR_DISK_WRITE_ERROR, ERR_RUNLOG_UPDATE_FAILED) or
 * are unknown to us: their answer to a send leaves the outcome open.
 */
const KINDS: ReadonlyMap<string, FailureKind> = new Map(
  Object.entries({
    signedOut: [
      ...['PERMISSION_DENIED', 'INV_SESSION', 'REGISTRATION_INCOMPLETE', 'DISQUALIFIED', 'SIMPLE_REGISTERED'],
      ...['USER_NOT_REGISTERED', 'USER_BANNED', 'USER_LOCKED', 'INV_USER_ID', 'INV_TOKEN', 'NO_CONTESTS'],
    ],
    down: [
      ...['CLIENTS_SUSPENDED', 'USERLIST_SERVER_DOWN', 'UL_CONNECT_FAILED', 'INTERNAL', 'CONTEST_UNLOADED'],
      ...['SERVICE_NOT_AVAILABLE', 'CNTS_UNAVAILABLE'],
    ],
    rate: ['TRY_AGAIN', 'RATE_EXCEEDED'],
    duplicate: ['DUPLICATE_SUBMIT'],
    refused: [
      ...['CONTEST_NOT_STARTED', 'CONTEST_ALREADY_FINISHED', 'INV_CONTEST_ID', 'INV_PROB_ID', 'INV_LANG_ID'],
      ...['LANG_DISABLED', 'LANG_NOT_AVAIL_FOR_PROBLEM', 'LANG_DISABLED_FOR_PROBLEM'],
      ...['CANNOT_DETECT_CONTENT_TYPE', 'CONTENT_TYPE_NOT_AVAILABLE', 'CONTENT_TYPE_DISABLED'],
      ...['RUN_QUOTA_EXCEEDED', 'PROB_UNAVAILABLE', 'PROB_DEADLINE_EXPIRED', 'PROB_CONFIG'],
      ...['VARIANT_UNASSIGNED', 'INV_VARIANT', 'PROB_ALREADY_SOLVED', 'NOT_ALL_REQ_SOLVED'],
      ...['INV_PARAM', 'BINARY_FILE', 'INV_CHAR', 'SUBMIT_EMPTY', 'FILE_UNSPECIFIED', 'FILE_EMPTY'],
      ...['INV_ANSWER', 'ANSWER_UNSPECIFIED', 'PROB_TOO_MANY_ATTEMPTS'],
    ],
    drift: ['INV_ACTION', 'UNHANDLED_ACTION', 'NOT_SUPPORTED', 'INV_EXT_USER', 'INV_FILTER_EXPR', 'INV_ROLE'],
  } satisfies Partial<Record<FailureKind, string[]>>).flatMap(([kind, symbols]) =>
    symbols.map((symbol) => [`ERR_${symbol}`, kind as FailureKind] as const),
  ),
);

/** Kind of a refusal; null: it does not say that nothing was stored. */
export const kindOf = (symbol: string): FailureKind | null => KINDS.get(symbol) ?? null;
