import { MAX_QUESTION_LENGTH } from '@balloon/contracts/talk/message-limits.ts';
import type { ContestMessage, MessageAttachments, SendMessage } from '@balloon/contracts/talk/messages.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import type { ContestMessageTable } from '@balloon/database/contest-tables.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import type { Insertable } from 'kysely';
import { storableJson } from '#content/storable.ts';
import { ConflictError, ForbiddenError, InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { senderOf } from '#features/contests/acting/acting.ts';
import { enterMessages, type MessageVisit, messageNotFound } from '#features/messages/message-access.ts';
import { attachFiles } from '#features/messages/message-files.ts';
import { messageViews } from '#features/messages/message-view.ts';
import { findMessage } from '#features/messages/messages.queries.ts';
import { problemOfMessage } from '#features/messages/problem-of-message.ts';
import { boundQuestions, lockQuestionsOf } from '#features/messages/question-bounds.ts';
import {
  findSentUnder,
  insertMark,
  insertMessage,
  lockMessages,
  lockQuestion,
} from '#features/messages/sending.queries.ts';
import { closeQuestion } from '#features/messages/settle-question.ts';
import { boundMarkdown } from '#markup/bounded-markup.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

export interface NewMessage extends SendMessage {
  contestId: number;
}
type Content = Omit<Insertable<ContestMessageTable>, 'contestId' | 'authorId' | 'postedAtMs'>;

/**
 * Sends a message in a contest: a participant asks, a supervisor announces or answers. The same idempotency
 * key sent again returns the same message.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND, MESSAGE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, CONTEST_NOT_STARTED, ROLE_NOT_SUFFICIENT
 * @throws {InvalidInputError} QUESTION_TOO_LONG, QUESTION_WITH_FILES, MARKUP_TOO_COMPLEX
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED for another message
 * @throws {ThrottledError} QUESTIONS_TOO_FAST, TOO_MANY_OPEN_QUESTIONS
 */
export async function sendMessage(
  { db }: Services,
  author: User,
  input: NewMessage,
): Promise<ContestMessage> {
  boundMarkdown(markdownOf(input));
  return db.transaction().execute(async (tx) => {
    const visit = await enterMessages({ db: tx }, author, input.contestId);
    const messageId = (await findEarlier(tx, author, input)) ?? (await store(tx, author, visit, input));
    const stored = await findMessage(tx, input.contestId, messageId, visit.reader);
    const [view] = await messageViews(tx, input.contestId, stored ? [stored] : [], visit.reader);
    if (!view) throw messageNotFound(messageId);
    return view;
  });
}

/** Texts and text of the attachments, as the page shows them. */
const markdownOf = ({ text, attachments, translations }: NewMessage) =>
  [text, attachments?.content?.text ?? '', ...Object.values(translations)].join('\n\n').trim();

async function findEarlier(tx: Tx, author: User, input: NewMessage): Promise<number | undefined> {
  if (input.idempotencyKey === undefined) return undefined;
  const earlier = await findSentUnder(tx, author.id, input.idempotencyKey);
  if (!earlier) return undefined;
  const { contestId, text, questionId = null } = input;
  const isSame =
    earlier.contestId === contestId && earlier.text === text && earlier.questionId === questionId;
  if (!isSame) throw keyReused();
  return earlier.id;
}

/** Finds the message of a first try that overtook this retry and is committed by now. */
async function sentMeanwhile(tx: Tx, author: User, input: NewMessage): Promise<number> {
  const id = await findEarlier(tx, author, input);
  if (id === undefined) throw keyReused();
  return id;
}

const keyReused = () =>
  new ConflictError('IDEMPOTENCY_KEY_REUSED', 'Another message was sent under this idempotencyKey');

async function store(tx: Tx, author: User, visit: MessageVisit, input: NewMessage): Promise<number> {
  const { reader } = visit;
  const { contestId, text, attachments, idempotencyKey = null } = input;
  if (!reader.supervises) {
    await lockQuestionsOf(tx, contestId, author.id);
    // The first try of this retry may have been stored meanwhile, as the last one that is allowed now.
    const earlier = await findEarlier(tx, author, input);
    if (earlier !== undefined) return earlier;
  }
  const content = reader.supervises
    ? await statement(tx, author, input)
    : await question(tx, author, visit, input);
  await lockMessages(tx, contestId);
  const postedAtMs = await databaseNowMs(tx);
  if (content.questionId != null) await closeQuestion(tx, content.questionId, postedAtMs);
  const id = await insertMessage(tx, {
    ...content,
    contestId,
    authorId: author.id,
    sentById: senderOf(author),
    attachments: storableJson(attachments ?? {}),
    idempotencyKey,
    postedAtMs,
  });
  if (id === undefined) return sentMeanwhile(tx, author, input);
  if (reader.supervises) {
    const { kind, questionId, recipientId, isUrgent, asAdmin } = content;
    const after = { kind, questionId, recipientId, isUrgent, asAdmin, text };
    await recordChange(tx, author, { action: 'contest.message', subjectId: id, contestId, after });
  }
  await attachFiles(tx, {
    contestId,
    messageId: id,
    authorId: author.id,
    shownIn: shownIn(text, attachments),
  });
  // Own messages do not count as unread.
  await insertMark(tx, id, author.id, postedAtMs);
  const recipientId = content.recipientId ?? null;
  await announce(tx, 'message.changed', { contestId, messageId: id, recipientId, what: 'sent' });
  return id;
}

/** Content of a participant's question. */
async function question(tx: Tx, author: User, visit: MessageVisit, input: NewMessage): Promise<Content> {
  const { contestId, text, asAdmin, attachments, symbolIndex, category } = input;
  if (asAdmin === true) throw notAsAdmin();
  if (markdownOf({ ...input, translations: {} }).length > MAX_QUESTION_LENGTH) {
    throw new InvalidInputError(
      'QUESTION_TOO_LONG',
      `A question may have ${MAX_QUESTION_LENGTH} characters: shorten it`,
    );
  }
  if (text === '' || (attachments?.files?.length ?? 0) > 0) {
    throw new InvalidInputError('QUESTION_WITH_FILES', 'A question is text: only supervisors attach files');
  }
  if (symbolIndex && !visit.reader.readsProblems) {
    throw new ForbiddenError('CONTEST_NOT_STARTED', 'Problems open when the contest starts');
  }
  await boundQuestions(tx, contestId, author.id, visit.nowMs);
  const problemId = await problemOfMessage(tx, input.contestId, input.symbolIndex);
  return {
    kind: 'question',
    recipientId: author.id,
    questionId: null,
    problemId,
    category,
    text,
    stock: null,
  };
}

/** Content of a supervisor's answer or announcement. */
async function statement(tx: Tx, author: User, input: NewMessage): Promise<Content> {
  const { text, questionId, stock = null, category } = input;
  if (input.asAdmin === true && !isAdmin(author.accessMask)) throw notAsAdmin();
  const translations = storableJson(input.translations);
  const said = { text, translations, asAdmin: input.asAdmin ?? isAdmin(author.accessMask) };
  if (!questionId) {
    const { isUrgent } = input;
    const problemId = await problemOfMessage(tx, input.contestId, input.symbolIndex);
    const toAll = { recipientId: null, questionId: null, stock: null };
    return { kind: 'announcement', ...said, ...toAll, problemId, category, isUrgent };
  }
  const asked = await lockQuestion(tx, input.contestId, questionId);
  if (!asked) throw messageNotFound(questionId);
  return {
    kind: 'answer',
    ...said,
    stock,
    questionId: asked.id,
    problemId: asked.problemId,
    category: asked.category,
    recipientId: input.isPrivate ? asked.authorId : null,
    quotesQuestion: !input.isPrivate && input.quotesQuestion,
  };
}

const notAsAdmin = () =>
  new ForbiddenError('ROLE_NOT_SUFFICIENT', 'Only admins may send in the name of the support account');

/** All texts of a message in which the address of an uploaded file may stand. */
function shownIn(text: string, attachments: MessageAttachments | null | undefined): string {
  return `${text}\n${JSON.stringify(attachments ?? {})}`;
}
