import { MAX_MESSAGE_FILE_BYTES } from '@balloon/contracts/talk/message-limits.ts';
import type { MessageFile } from '@balloon/contracts/talk/messages.ts';
import { readBlob, storeBlobStream } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import type { FastifyRequest } from 'fastify';
import { kindOfFile, MAGIC_BYTES, mediaTypeOf } from '#content/file-kinds.ts';
import { NotFoundError } from '#errors.ts';
import { enterMessages, superviseMessages } from '#features/messages/message-access.ts';
import { isVisibleTo, type MessageReader } from '#features/messages/message-audience.ts';
import { receiveOneFile } from '#http/bodies/receive-one-file.ts';
import type { Services, User } from '#services.ts';

/*
 * Files of messages. A supervisor uploads one, gets its address, and sends a message that names it; from then
 * on everybody who may read the message may read the file. Files that no message names are deleted after a
 * day.
 */

const UNUSED_FOR_MS = 24 * 3_600_000;

const fileAddress = (contestId: number, fileId: string) =>
  `/api/contest/${contestId}/messages/files/${fileId}`;

/**
 * Stores a file for a message that its uploader is going to send.
 *
 * @returns the entry for the message's `attachments.files`
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN; {TooLargeError} FILE_TOO_LARGE
 */
export async function receiveMessageFile(
  services: Services,
  user: User,
  contestId: number,
  request: FastifyRequest,
): Promise<MessageFile> {
  const { db } = services;
  await superviseMessages(services, user, contestId);
  const { fileName, head, sha256, sizeBytes } = await receiveOneFile(
    request,
    { maxBytes: MAX_MESSAGE_FILE_BYTES, headBytes: MAGIC_BYTES },
    (content) => storeBlobStream(db, content),
  );
  const mediaType = mediaTypeOf(head);
  const id = await db.transaction().execute(async (tx) => {
    const storedAtMs = await databaseNowMs(tx);
    await forgetUnused(tx, storedAtMs - UNUSED_FOR_MS);
    const { id } = await tx
      .insertInto('contestMessageFile')
      .values({
        contestId,
        messageId: null,
        authorId: user.id,
        name: fileName,
        sha256,
        sizeBytes,
        mediaType,
        storedAtMs,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
  const url = fileAddress(contestId, id);
  return { type: kindOfFile(fileName, mediaType), title: fileName, url, downloadUrl: url };
}

async function forgetUnused(tx: Tx, storedBeforeMs: number): Promise<void> {
  await tx
    .deleteFrom('contestMessageFile')
    .where('messageId', 'is', null)
    .where('storedAtMs', '<', storedBeforeMs)
    .execute();
}

/** Links files to a new message that names them; only files that its author uploaded and has not used yet. */
export async function attachFiles(
  tx: Tx,
  message: { contestId: number; messageId: number; authorId: number; shownIn: string },
): Promise<void> {
  const { contestId, messageId, authorId, shownIn } = message;
  const ids = [...shownIn.matchAll(ADDRESS)].flatMap(([, id]) => id ?? []);
  if (ids.length === 0) return;
  await tx
    .updateTable('contestMessageFile')
    .set({ messageId })
    .where('id', 'in', ids)
    .where('contestId', '=', contestId)
    .where('authorId', '=', authorId)
    .where('messageId', 'is', null)
    .execute();
}

const ADDRESS = /\/messages\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g;

/**
 * Returns a file to readers of its message; a file without a message to its uploader.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, FILE_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readMessageFile(
  services: Services,
  user: User,
  { contestId, fileId }: { contestId: number; fileId: string },
) {
  const { db } = services;
  const { reader } = await enterMessages(services, user, contestId);
  const file = await findFile(db, contestId, fileId, reader);
  if (!file) throw new NotFoundError('FILE_NOT_FOUND', `Contest ${contestId} has no file ${fileId}`);
  return { ...file, content: () => readBlob(db, file.sha256) };
}

function findFile(db: Db, contestId: number, fileId: string, reader: MessageReader) {
  return db
    .selectFrom('contestMessageFile as file')
    .leftJoin('contestMessage as message', 'message.id', 'file.messageId')
    .select(['file.name', 'file.sha256', 'file.sizeBytes', 'file.mediaType'])
    .where('file.id', '=', fileId)
    .where('file.contestId', '=', contestId)
    .where((eb) =>
      eb.or([
        eb.and([eb('message.id', 'is not', null), isVisibleTo(reader)]),
        eb.and([eb('message.id', 'is', null), eb('file.authorId', '=', reader.userId)]),
      ]),
    )
    .executeTakeFirst();
}
