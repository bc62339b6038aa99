import { z } from 'zod';
import { boundedCount, Id, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction } from '#site/audit-actions.ts';
import { PublicUser } from '#users.ts';

const Action = z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]);
const Instant = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
const Key = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** Filters of the audit log; each that is absent or empty lets everything pass. */
const AuditFilters = z.object({
  q: z
    .string()
    .max(200)
    .refine(...NO_ZERO_BYTES)
    .default('')
    .describe('words, each of which occurs in the name of the subject or in a value'),
  actorId: Id.optional(),
  action: Action.optional(),
  subjectKind: z.enum(AUDIT_SUBJECTS).optional(),
  subjectId: Id.optional(),
  contestId: Id.optional(),
  groupId: Id.optional(),
  fromMs: Instant.optional().describe('not before this moment'),
  toMs: Instant.optional().describe('before this moment'),
});
export type AuditFilters = z.infer<typeof AuditFilters>;
export const AuditQuery = AuditFilters.extend({
  beforeId: Key.optional().describe('`nextBeforeId` of the page before'),
  count: boundedCount(50, 200),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Separator of the file; spreadsheets in Russian expect a semicolon. */
export const AuditExportQuery = AuditFilters.extend({ separator: z.enum([';', ',', '\t']).default(';') });

/** Fields of the subject as they were or became; long ones are cut, secrets are left out. */
const AuditState = z.record(z.string(), z.unknown()).nullable();

/** Change made by a supervisor. */
export const AuditEntry = z.object({
  id: z.number().int(),
  atMs: InstantMs,
  actor: PublicUser.nullable().describe('null: the server itself'),
  /** Text, because a later version of the server may have written it. */
  action: z.string(),
  subject: z.object({
    kind: z.string(),
    id: z.number().int().nullable(),
    name: z.string().nullable().describe('at that time'),
  }),
  contestId: z.number().int().nullable(),
  groupId: z.number().int().nullable(),
  before: AuditState,
  after: AuditState,
  ip: z.string().nullable().describe('for admins, and for those whose entry it is'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Edit = z.object({
  version: z.number().int().describe('that it made'),
  editor: PublicUser.nullable(),
  editedAtMs: InstantMs,
  action: z.string(),
  changed: z.array(z.string()).describe('names of fields'),
  before: AuditState,
  after: AuditState,
});

/** `restParams` of CHANGED_MEANWHILE (409): what happened to a subject since its editor read it. */
export const ChangedMeanwhile = z.object({
  version: z.number().int().describe('what is stored now; an edit that names it is taken'),
  edits: z.array(Edit).describe('newest first, 20 at most'),
  // The newest of them.
  changedBy: PublicUser.nullable(),
  changedAtMs: InstantMs.nullable(),
  before: AuditState,
  after: AuditState,
});
export type ChangedMeanwhile = z.infer<typeof ChangedMeanwhile>;

/** Newest first. */
export const AuditLog = z.object({
  entries: z.array(AuditEntry),
  nextBeforeId: z.number().int().nullable().describe('null at the end'),
});
export type AuditLog = z.infer<typeof AuditLog>;
