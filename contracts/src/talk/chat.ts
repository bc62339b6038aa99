import { z } from 'zod';
import { boundedCount, failure, Id, IdList, InstantMs, NO_ZERO_BYTES, Offset } from '#common.ts';
import { isBlank } from '#talk/blank-text.ts';
import { MAX_CHAT_MESSAGE_LENGTH, SUPPORT_USER_ID } from '#talk/chat-limits.ts';
import { PublicUser } from '#users.ts';

/** The most messages one call deletes. */
const MAX_DELETED_AT_ONCE = 100;

/** A user id, or `admin`. */
const ChatPeerId = z.union([z.literal('admin').transform(() => SUPPORT_USER_ID), Id]);
export const ChatPeer = z.object({ peerUserId: ChatPeerId });

export const ChatMessagesQuery = ChatPeer.extend({
  limit: boundedCount(20, 100),
  offset: Offset,
  /** Returns only messages older than this one, so that pages neither skip nor repeat any. */
  beforeId: Id.optional(),
});
export type ChatMessagesQuery = z.infer<typeof ChatMessagesQuery>;

export const SendChatMessage = z.object({
  recipientUserId: ChatPeerId,
  message: z
    .string()
    .trim()
    .refine((text) => !isBlank(text), failure('must not be empty', { kind: 'required' }))
    .max(MAX_CHAT_MESSAGE_LENGTH, `must be at most ${MAX_CHAT_MESSAGE_LENGTH} characters`)
    .refine(...NO_ZERO_BYTES)
    .transform((text) => text.toWellFormed()),
  attachments: z.strictObject({}, 'must be empty: chat messages carry no files').nullish(),
  /** Made by the client: the same key sent again gives the same message, not a second one. */
  idempotencyKey: z.string().min(8).max(100).optional(),
});
export type SendChatMessage = z.infer<typeof SendChatMessage>;

/** Ids in the body or in the query: an array, or text separated by commas. */
export const DeleteChatMessages = z.object({ chatMessageIds: z.union([IdList, z.array(Id)]) });
export const DeletedChatMessages = z.array(Id).min(1).max(MAX_DELETED_AT_ONCE);

export const ChatMessage = z.object({
  id: Id,
  userId: Id.describe('who wrote it'),
  recipientUserId: Id,
  message: z.string().describe('plain text'),
  attachments: z.object({}),
  isRead: z.boolean(),
  postAtMs: InstantMs,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatEnvelope = z.object({
  author: PublicUser,
  recipient: PublicUser,
  message: ChatMessage,
  /** For supervisors only: which of them wrote as the support. Absent for everybody else. */
  writtenBy: PublicUser.optional(),
});
export type ChatEnvelope = z.infer<typeof ChatEnvelope>;

/** Page of messages, newest first. */
export const ChatMessages = z.object({
  messages: z.array(ChatEnvelope),
  messagesNumber: z.number().int().describe('of the whole dialog'),
  hasOlder: z.boolean(),
});
export type ChatMessages = z.infer<typeof ChatMessages>;

export const ChatDialog = z.object({
  peer: PublicUser,
  author: PublicUser,
  headMessage: ChatMessage,
  unreadNumber: z.number().int().describe('messages of the peer that were not read'),
});
export type ChatDialog = z.infer<typeof ChatDialog>;
export const ChatDialogs = z.array(ChatDialog);

export const UnreadMessages = z.object({ messagesNumber: z.number().int() });
export const ChatDone = z.object({ success: z.literal(true) });

export const ChatPeopleQuery = z.object({ q: z.string().max(200).default('') });
export const ChatPeople = z.object({ users: z.array(PublicUser), q: z.string() });
export type ChatPeople = z.infer<typeof ChatPeople>;

/** Token that permits typing notices, and nothing else. */
export const TypingToken = z.object({ token: z.string(), expiresAtMs: InstantMs });
export type TypingToken = z.infer<typeof TypingToken>;

/* Socket events. */

export const ChatRoom = z.looseObject({}).default({});
export const StartTyping = z.looseObject({ peerUserId: ChatPeerId, token: z.string().max(200) });
export type StartTyping = z.infer<typeof StartTyping>;

/** A message that was read or deleted; author and recipient identify the dialog. */
export const ChatMessageChanged = z.object({ id: Id, userId: Id, recipientUserId: Id });
export type ChatMessageChanged = z.infer<typeof ChatMessageChanged>;
export const ChatTyping = z.object({ peer: PublicUser });
