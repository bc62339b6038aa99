/** Fields of a subject; values are anything that JSON can hold. */
export type AuditState = Readonly<Record<string, unknown>>;

const MAX_TEXT = 500;
const MAX_ENTRIES = 100;
const MAX_DEPTH = 5;
const MAX_BYTES = 8 * 1024;

/** Pattern of the names of fields whose values must not be stored in the log. */
const SECRETS = /password|secret|token|(register|reset|confirm|link|idempotency)key|hash$/i;

/** Returns the fields that differ between two states, or all fields when there is only one state. */
export function changedFields(before: AuditState | undefined, after: AuditState | undefined) {
  if (!before || !after) return { before: before ?? null, after: after ?? null };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (state: AuditState) => Object.fromEntries(differing.map((name) => [name, state[name]]));
  return { before: pick(before), after: pick(after) };
}

/**
 * Converts a state to JSON for the log: secrets left out, long texts and lists cut, at most 8 kB. Null stays null.
 */
export function auditJson(state: AuditState | null): string | null {
  if (state === null) return null;
  const json = JSON.stringify(bounded(state, MAX_DEPTH));
  if (Buffer.byteLength(json) <= MAX_BYTES) return json;
  return JSON.stringify({ tooLarge: true, fields: Object.keys(state).slice(0, MAX_ENTRIES).map(cut) });
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ENTRIES).map((one) => bounded(one, depth - 1));
    return value.length > MAX_ENTRIES ? [...kept, `… ${value.length - MAX_ENTRIES}`] : kept;
  }
  const fields = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, isSecret(name, field) ? '(secret)' : bounded(field, depth - 1)]),
  );
}

/** Whether a field holds a secret; that there is one is none. */
const isSecret = (name: string, value: unknown) =>
  SECRETS.test(name) && typeof value !== 'boolean' && value !== null;

/** Cuts a text, and replaces zero bytes and lone surrogates, which PostgreSQL does not store. */
function cut(text: string): string {
  const storable = text.replaceAll('\u0000', '\ufffd');
  const short = storable.length > MAX_TEXT ? `${storable.slice(0, MAX_TEXT)}…` : storable;
  return short.toWellFormed();
}
