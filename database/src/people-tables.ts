import type { ColumnType, Generated } from 'kysely';

/* Accounts, their sessions and ways in, and what people write to each other. */

export interface AccountTable {
  id: Generated<number>;
  username: string;
  passwordHash: string | null;
  firstName: Generated<string>;
  lastName: Generated<string>;
  email: string | null;
  accessMask: Generated<number>;
  isBanned: Generated<boolean>;
  registeredAtMs: number;
  signedInAtMs: number | null;
  activeAtMs: number | null;
  deletedAtMs: number | null;
  version: Generated<number>;
  banReason: string | null;
  bannedAtMs: number | null;
  firstStepsHiddenAtMs: number | null;
}

export interface SessionTable {
  id: Generated<number>;
  tokenHash: Buffer;
  previousTokenHash: Buffer | null;
  previousValidUntilMs: number | null;
  accountId: number;
  createdAtMs: number;
  rotatedAtMs: number;
  seenAtMs: number;
  expiresAtMs: number;
  ip: string | null;
  userAgent: string | null;
  deviceHash: Buffer;
  successorSalt: Generated<Buffer | null>;
}

export interface RegisterLinkTable {
  uuid: Generated<string>;
  groupId: number;
  registerKey: string;
  authorId: number | null;
  createdAtMs: number;
  expiresAtMs: number | null;
  maxActivations: number | null;
  activatedTimes: Generated<number>;
  isActive: Generated<boolean>;
}

export interface MailedKeyTable {
  keyHash: Buffer;
  accountId: number;
  purpose: 'reset' | 'email';
  email: string;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface LetterTable {
  id: Generated<number>;
  kind: 'reset' | 'confirm' | 'passwordChanged' | 'emailChanged';
  login: string | null;
  accountId: number | null;
  email: string | null;
  locale: 'ru-ru' | 'en-us';
  messageId: Generated<string>;
  tries: Generated<number>;
  nextTryAtMs: number;
  expiresAtMs: number;
}

export interface TelegramAccountTable {
  id: Generated<number>;
  accountId: number;
  telegramId: number | null;
  username: string | null;
  linkKeyHash: Buffer | null;
  linkKeyExpiresAtMs: number | null;
}

export interface ChatMessageTable {
  id: Generated<number>;
  accountId: number;
  isFromSupport: boolean;
  authorId: number | null;
  text: string;
  postedAtMs: number;
  readAtMs: number | null;
  deletedAtMs: number | null;
  idempotencyKey: string | null;
}

export interface NewsTable {
  id: Generated<number>;
  title: string;
  body: string;
  authorId: number;
  isForEverybody: Generated<boolean>;
  createdAtMs: number;
  updatedAtMs: number;
  deletedAtMs: ColumnType<number | null, never, number>;
  version: Generated<number>;
}

export interface AuditEntryTable {
  id: Generated<number>;
  atMs: number;
  actorId: number | null;
  action: string;
  subjectKind: string;
  subjectId: number | null;
  subjectName: string | null;
  contestId: number | null;
  groupId: number | null;
  before: ColumnType<Record<string, unknown> | null, string | null, never>;
  after: ColumnType<Record<string, unknown> | null, string | null, never>;
  ip: string | null;
  subjectVersion: number | null;
}
