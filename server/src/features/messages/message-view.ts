import { QUESTION_TAKEN_MS } from '@balloon/contracts/talk/message-limits.ts';
import type { ContestMessage, MessageAttachments, StockAnswer } from '@balloon/contracts/talk/messages.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import type { Db } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import type { MessageReader } from '#features/messages/message-audience.ts';
import type { StoredMessage } from '#features/messages/messages.queries.ts';
import { readPeople } from '#features/messages/newest-messages.ts';
import { countAudience, countReaders } from '#features/messages/readers.queries.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';

/** Reader of messages; gets the letters of problems only while their statements may be read. */
export interface ViewReader extends MessageReader {
  readsProblems: boolean;
  /** By the database's clock. */
  nowMs: number;
}

/** Messages as one person sees them; supervisors also see the author and the readers. */
export async function messageViews(
  db: Db,
  contestId: number,
  messages: readonly StoredMessage[],
  reader: ViewReader,
): Promise<ContestMessage[]> {
  if (messages.length === 0) return [];
  const ids = messages.flatMap(({ authorId, askerId, takenById, sentById }) => [
    authorId,
    askerId ?? authorId,
    takenById ?? authorId,
    sentById ?? authorId,
  ]);
  const people = await readPeople(db, [SUPPORT_ID, ...ids]);
  const reads = reader.supervises ? await readersOf(db, contestId, messages) : () => null;
  return messages.map((message) => ({
    author: personOf(people, message.asAdmin ? SUPPORT_ID : message.authorId),
    message: {
      ...contentOf(message),
      ...(reader.readsProblems ? problemOf(message) : { symbolIndex: null, color: null }),
      ...answerOf(message, people, reader),
      readAtMs: message.readAtMs,
      isRead: message.readAtMs !== null,
      sentBy: senderOf(message, people, reader),
      clockStartMs: reader.supervises ? message.clockStartMs : null,
      takenBy: reader.supervises ? takerOf(message, people, reader.nowMs) : null,
      readers: reads(message),
    },
  }));
}

/** Who really wrote a message: for supervisors, and for a team, whose members write for it. */
function senderOf(
  { authorId, sentById }: StoredMessage,
  people: ReadonlyMap<number, PublicUser>,
  reader: ViewReader,
): PublicUser | null {
  const isOfOwnTeam = sentById !== null && reader.userId === authorId;
  return reader.supervises || isOfOwnTeam ? personOf(people, sentById ?? authorId) : null;
}

function contentOf(message: StoredMessage) {
  const { id, contestId, kind, text, asAdmin, isUrgent, postedAtMs, recipientId } = message;
  return {
    id,
    contestId,
    kind,
    text,
    asAdmin,
    isUrgent,
    attachments: message.attachments as MessageAttachments, // stored as its contract let it through
    stock: message.stock as StockAnswer | null,
    translations: message.translations,
    category: message.category,
    postAtMs: postedAtMs,
    time: postedAtMs,
    isPrivate: recipientId !== null,
    isAnswered: message.answeredAtMs !== null,
  };
}

function problemOf({ problemPosition, problemColor }: StoredMessage) {
  return {
    symbolIndex: problemPosition === null ? null : problemIndex(problemPosition),
    color: problemColor,
  };
}

/** Question of an answer. Others than its author see it only if the jury wants, and never the author. */
function answerOf(message: StoredMessage, people: ReadonlyMap<number, PublicUser>, reader: ViewReader) {
  const { questionId, questionText, askerId, quotesQuestion } = message;
  if (questionId === null || questionText === null || askerId === null) {
    return { questionId: null, question: null };
  }
  const knowsAsker = reader.supervises || reader.userId === askerId;
  if (!knowsAsker && !quotesQuestion) return { questionId: null, question: null };
  const author = knowsAsker ? personOf(people, askerId) : null;
  return { questionId, question: { id: questionId, text: questionText, author } };
}

/** Who answers a question at the moment. A take runs out, since a supervisor may have left. */
function takerOf(
  { takenById, takenAtMs, answeredAtMs }: StoredMessage,
  people: ReadonlyMap<number, PublicUser>,
  nowMs: number,
): PublicUser | null {
  if (takenById === null || takenAtMs === null || answeredAtMs !== null) return null;
  return nowMs - takenAtMs < QUESTION_TAKEN_MS ? personOf(people, takenById) : null;
}

function personOf(people: ReadonlyMap<number, PublicUser>, id: number): PublicUser {
  const person = people.get(id);
  if (!person) throw new Error(`Account ${id} is gone`); // accounts are marked as deleted, never removed
  return person;
}

async function readersOf(db: Db, contestId: number, messages: readonly StoredMessage[]) {
  const toAll = messages.filter(({ recipientId }) => recipientId === null).map(({ id }) => id);
  const [read, all] = await Promise.all([countReaders(db, contestId, toAll), countAudience(db, contestId)]);
  return ({ id, recipientId }: StoredMessage) =>
    recipientId === null ? { read: read.get(id) ?? 0, all } : null;
}
