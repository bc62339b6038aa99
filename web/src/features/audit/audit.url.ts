import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditSubject,
} from '@balloon/contracts/site/audit-actions.ts';

/** Filters and place in the audit log; null lets everything pass. */
export interface AuditChoice {
  query: string;
  actorId: number | null;
  subject: AuditSubject | null;
  subjectId: number | null;
  action: AuditAction | null;
  /** Days as `2026-03-05`, in the viewer's zone; both belong to the range. */
  from: string | null;
  to: string | null;
  /** Entries older than this one; null: the newest. */
  before: number | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** No log is older; a year that is only half typed is. */
const FIRST_DAY = '2000-01-01';

/** Reads the choice from the address; unknown values let everything pass. */
export function readAuditChoice(search: URLSearchParams): AuditChoice {
  const number = (name: string) => {
    const text = search.get(name) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  };
  const day = (name: string) => {
    const text = search.get(name) ?? '';
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) && text >= FIRST_DAY ? text : null;
  };
  const subject = AUDIT_SUBJECTS.find((kind) => kind === search.get('subject')) ?? null;
  return {
    query: search.get('query') ?? '',
    actorId: number('actor'),
    subject,
    subjectId: subject === null ? null : number('id'),
    action: actionsOf(subject).find((action) => action === search.get('action')) ?? null,
    from: day('from'),
    to: day('to'),
    before: number('before'),
  };
}

/** The address of a choice; what lets everything pass is left out. */
export function auditPath(choice: Partial<AuditChoice>): string {
  const pairs = [
    ['query', choice.query],
    ['actor', choice.actorId],
    ['subject', choice.subject],
    ['id', choice.subjectId],
    ['action', choice.action],
    ['from', choice.from],
    ['to', choice.to],
    ['before', choice.before],
  ] as const;
  const search = new URLSearchParams();
  for (const [name, value] of pairs) if (value) search.set(name, String(value));
  return search.size > 0 ? `/admin/audit?${search}` : '/admin/audit';
}

/** Actions on a kind of subject, or all of them. */
export function actionsOf(subject: AuditSubject | null): AuditAction[] {
  const actions = Object.keys(AUDIT_ACTIONS) as AuditAction[];
  return subject === null ? actions : actions.filter((action) => AUDIT_ACTIONS[action] === subject);
}

/** Whether the log shows less than everything. */
export function isAuditNarrowed({ before: _, ...filters }: AuditChoice): boolean {
  return Object.values(filters).some((value) => value !== null && value !== '');
}

/** First moment of a day in the viewer's zone. */
export const dayStartMs = (day: string): number => localDay(day, 0).getTime();
/** First moment after a day in the viewer's zone. */
export const dayEndMs = (day: string): number => localDay(day, 1).getTime();

function localDay(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
