import { z } from 'zod';
import { boundedCount, Id, IdempotencyKey, InstantMs, NO_ZERO_BYTES } from '#common.ts';
import { ContestParams } from '#contests.ts';
import { ATTACHED_FILE_TYPES, SymbolIndex } from '#problems/problems.ts';
import { isBlank } from '#talk/blank-text.ts';
import {
  MAX_MESSAGE_FILES,
  MAX_MESSAGE_LENGTH,
  MAX_OWN_STOCK_ANSWERS,
  MAX_STOCK_ANSWER_LENGTH,
  MESSAGE_CATEGORIES,
  MESSAGE_FILTERS,
  STOCK_ANSWERS,
} from '#talk/message-limits.ts';
import { PublicUser } from '#users.ts';

/** Messages inside a contest: announcements to all, questions of participants, answers to one or to all. */

export const StockAnswer = z.enum(STOCK_ANSWERS);
export type StockAnswer = z.infer<typeof StockAnswer>;

const MessageKind = z.enum(['announcement', 'question', 'answer']);
export type MessageKind = z.infer<typeof MessageKind>;

const boundedText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine(...NO_ZERO_BYTES);
const MessageText = boundedText(MAX_MESSAGE_LENGTH);

const Category = z.enum(MESSAGE_CATEGORIES);

/** Versions of a text in the languages of the interface, by locale. */
const Translations = (maxLength: number) =>
  z.strictObject({
    'ru-ru': boundedText(maxLength).optional(),
    'en-us': boundedText(maxLength).optional(),
  });

/** A web page, or a file of the contest's messages. */
const FileAddress = z
  .string()
  .max(2_000)
  .regex(/^(https?:\/\/|\/api\/contest\/\d+\/messages\/files\/)/i, 'must be a web address');

export const MessageFile = z.object({
  type: z.enum(ATTACHED_FILE_TYPES).catch('doc'),
  title: z.string().max(200).optional(),
  url: FileAddress,
  embedUrl: FileAddress.optional(),
  downloadUrl: FileAddress.optional(),
});
export type MessageFile = z.infer<typeof MessageFile>;

/** What goes with the text, in the shape of a problem's attachments; `{}` when nothing does. */
export const MessageAttachments = z.object({
  config: z
    .object({
      markup: z.string().max(40).optional(),
      replaced: z.boolean().optional(),
      files_location: z.string().max(40).optional(),
      files_show_embed: z.boolean().optional(),
    })
    .optional(),
  files: z.array(MessageFile).max(MAX_MESSAGE_FILES).optional(),
  content: z.object({ text: z.string().max(MAX_MESSAGE_LENGTH).optional() }).optional(),
});
export type MessageAttachments = z.infer<typeof MessageAttachments>;

/** Pages show the text of the attachments below the message's own, so that one text would stand there twice. */
function withoutText({ content, ...attachments }: MessageAttachments, text: string): MessageAttachments {
  return content === undefined || content.text === text ? attachments : { ...attachments, content };
}

/**
 * A participant sends a question; a supervisor sends an announcement or, with `questionId`, an answer.
 * `message` is the older spelling of `text`; where both are missing, the text of the attachments is meant.
 */
export const SendMessage = z
  .object({
    message: MessageText.optional(),
    text: MessageText.optional(),
    attachments: MessageAttachments.nullish(),
    asAdmin: z.boolean().optional().describe('the support account stands as the author; admins only'),
    symbolIndex: SymbolIndex.nullish().describe('the problem it is about'),
    category: Category.default('general').describe('what it is about, when it is about no problem'),
    translations: Translations(MAX_MESSAGE_LENGTH)
      .default({})
      .describe('the text by locale; supervisors only. Readers without theirs get `text`'),
    questionId: Id.nullish().describe('the question that it answers'),
    isPrivate: z.boolean().default(true).describe('an answer: to who asked only, or to all'),
    quotesQuestion: z
      .boolean()
      .default(false)
      .describe('an answer to all: with the question, without its author'),
    isUrgent: z.boolean().default(false).describe('an announcement: it stays on the screen until it is read'),
    stock: StockAnswer.nullish(),
    idempotencyKey: IdempotencyKey.optional(),
  })
  .transform(({ message, text, attachments, ...rest }) => {
    const own = text ?? message ?? attachments?.content?.text ?? '';
    return {
      ...rest,
      text: own.trim().toWellFormed(),
      attachments: attachments && withoutText(attachments, own),
    };
  })
  .refine(({ text, attachments }) => !isBlank(text) || (attachments?.files?.length ?? 0) > 0, {
    path: ['message'],
    message: 'must not be empty',
  });
export type SendMessage = z.infer<typeof SendMessage>;

/** A question as an answer shows it. */
export const AnsweredQuestion = z.object({
  id: Id,
  text: z.string(),
  author: PublicUser.nullable().describe('null where the answer went to all: nobody learns who asked'),
});
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>;

export const ContestMessage = z.object({
  author: PublicUser.describe('who stands as the author'),
  message: z.object({
    id: Id,
    contestId: Id,
    kind: MessageKind,
    text: z.string(),
    attachments: MessageAttachments,
    postAtMs: InstantMs,
    time: InstantMs.describe('the older spelling of postAtMs'),
    readAtMs: InstantMs.nullable(),
    isRead: z.boolean(),
    asAdmin: z.boolean(),
    isUrgent: z.boolean(),
    isPrivate: z.boolean().describe('only its recipient and the supervisors know of it'),
    stock: StockAnswer.nullable(),
    translations: Translations(MAX_MESSAGE_LENGTH).describe('the text by locale, as far as it was given'),
    category: Category.describe('what it is about, when it is about no problem'),
    symbolIndex: z.string().nullable(),
    color: z.string().nullable().describe('the balloon of that problem'),
    isAnswered: z.boolean().describe('a question: nobody waits any more'),
    questionId: Id.nullable(),
    question: AnsweredQuestion.nullable(),
    sentBy: PublicUser.nullable().describe(
      'who really wrote it; for supervisors, and for a team whose member did',
    ),
    clockStartMs: InstantMs.nullable().describe(
      'start of the contest for who asked, by whose clock contest time goes; for supervisors. null: nobody asked, or not started',
    ),
    takenBy: PublicUser.nullable().describe('a question: who answers it at the moment; for supervisors only'),
    readers: z
      .object({ read: z.number().int(), all: z.number().int() })
      .nullable()
      .describe('how many of the participants have read it; for supervisors, of messages to all'),
  }),
});
export type ContestMessage = z.infer<typeof ContestMessage>;

const MAX_TOPICS = 100;
/** What messages may be about: categories as they are, letters of problems in upper case. */
const TopicList = z
  .string()
  .max(1_000)
  .default('')
  .transform((text) => [...new Set(text.split(',').filter((topic) => topic !== ''))])
  .pipe(z.array(z.union([Category, SymbolIndex])).max(MAX_TOPICS));

export const MessageListQuery = z.object({
  count: boundedCount(200, 200),
  before: Id.optional().describe('only messages older than the one with this id'),
  filter: z.enum(MESSAGE_FILTERS).catch('all'),
  about: TopicList.describe('categories and letters of problems, separated by commas'),
  authorId: Id.optional().describe('for supervisors: only what this participant asked, with the answers'),
});
export type MessageListQuery = z.infer<typeof MessageListQuery>;

/** Messages and questions, newest first. */
export const MessageList = z.object({
  read: z.array(ContestMessage),
  unread: z.array(ContestMessage),
  hasMore: z.boolean(),
  unreadNumber: z.number().int().describe('of all messages, whatever the filter'),
  openQuestionsNumber: z.number().int().nullable().describe('for supervisors; null for everybody else'),
});
export type MessageList = z.infer<typeof MessageList>;

/** Messages that were shown; when absent, all messages up to now, as older clients expect. */
export const ReadMessages = z.object({ messageIds: z.array(Id).max(200).optional() }).nullish();

export const MessageParams = ContestParams.extend({ messageId: Id });
export const SettleQuestion = z.object({ isAnswered: z.boolean() });

export const MoveQuestion = z.object({
  category: Category.default('general'),
  symbolIndex: SymbolIndex.nullish().describe('the problem it is about; goes before the category'),
});
export type MoveQuestion = z.infer<typeof MoveQuestion>;
export const TakeQuestion = z.object({ isTaken: z.boolean() });

/** Answers that the jury of a contest added to the usual ones. */
export const StockAnswers = z.object({
  version: z.number().int().describe('0 before the first change'),
  answers: z.array(Translations(MAX_STOCK_ANSWER_LENGTH)),
});
export type StockAnswers = z.infer<typeof StockAnswers>;
export const ChangeStockAnswers = z.object({
  version: z.number().int().nonnegative().describe('which list was changed; a newer one is refused'),
  answers: z
    .array(
      Translations(MAX_STOCK_ANSWER_LENGTH).refine(
        (texts) => Object.values(texts).some((text) => text !== undefined && text.trim() !== ''),
        'must have a text in one language',
      ),
    )
    .max(MAX_OWN_STOCK_ANSWERS),
});

export const MessageReaders = z.object({
  read: z.array(z.object({ user: PublicUser, readAtMs: InstantMs })),
  unread: z.array(PublicUser),
});
export type MessageReaders = z.infer<typeof MessageReaders>;

export const MessageFileParams = ContestParams.extend({ fileId: z.uuid() });

/** Something about a contest's messages changed for the receiver, who then reads them again. */
export const MessagesChanged = z.object({ contestId: Id });
