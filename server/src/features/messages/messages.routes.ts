import { Readable } from 'node:stream';
import { Done } from '@balloon/contracts/common.ts';
import { ContestParams } from '@balloon/contracts/contests.ts';
import {
  ChangeStockAnswers,
  ContestMessage,
  MessageFile,
  MessageFileParams,
  MessageList,
  MessageListQuery,
  MessageParams,
  MessageReaders,
  MoveQuestion,
  ReadMessages,
  SendMessage,
  SettleQuestion,
  StockAnswers,
  TakeQuestion,
} from '@balloon/contracts/talk/messages.ts';
import { listMessages } from '#features/messages/list-messages.ts';
import { readMessageFile, receiveMessageFile } from '#features/messages/message-files.ts';
import { moveQuestion } from '#features/messages/move-question.ts';
import { listReaders, readMessages } from '#features/messages/read-messages.ts';
import { sendMessage } from '#features/messages/send-message.ts';
import { settleQuestion, withdrawMessage } from '#features/messages/settle-question.ts';
import { readStockAnswers, saveStockAnswers } from '#features/messages/stock-answers.ts';
import { takeQuestion } from '#features/messages/take-question.ts';
import { fileHeaders } from '#features/problems/statement-files.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const config = { allow: 'user', whileConfined: 'contest' } as const;
/** Access for supervisors; the operations also require that the caller supervises the contest. */
const supervisors = { allow: 'supervisor' } as const;
const DONE = { result: true } as const;

export const messageRoutes: Routes = async (app, services) => {
  app.get(
    '/api/contest/:contestId/messages',
    {
      config,
      schema: { params: ContestParams, querystring: MessageListQuery, response: { 200: MessageList } },
    },
    (request) => listMessages(services, userOf(request), { ...request.query, ...request.params }),
  );

  app.post(
    '/api/contest/:contestId/messages',
    {
      config: { ...config, audit: 'contest.message' },
      schema: { params: ContestParams, body: SendMessage, response: { 200: ContestMessage } },
    },
    (request) => sendMessage(services, userOf(request), { ...request.body, ...request.params }),
  );

  app.post(
    '/api/contest/:contestId/messages/read',
    { config, schema: { params: ContestParams, body: ReadMessages, response: { 200: Done } } },
    async (request) => {
      const { contestId } = request.params;
      await readMessages(services, userOf(request), { contestId, messageIds: request.body?.messageIds });
      return DONE;
    },
  );

  app.post(
    '/api/contest/:contestId/messages/:messageId/answered',
    {
      config: { ...supervisors, audit: 'contest.settleQuestion' },
      schema: { params: MessageParams, body: SettleQuestion, response: { 200: ContestMessage } },
    },
    (request) => settleQuestion(services, userOf(request), { ...request.params, ...request.body }),
  );

  app.post(
    '/api/contest/:contestId/messages/:messageId/topic',
    {
      config: { ...supervisors, audit: 'contest.moveQuestion' },
      schema: { params: MessageParams, body: MoveQuestion, response: { 200: ContestMessage } },
    },
    (request) => moveQuestion(services, userOf(request), { ...request.params, ...request.body }),
  );

  app.post(
    '/api/contest/:contestId/messages/:messageId/taken',
    // Says for minutes who answers; the answer itself is recorded.
    {
      config: { ...supervisors, audit: 'none' },
      schema: { params: MessageParams, body: TakeQuestion, response: { 200: ContestMessage } },
    },
    (request) => takeQuestion(services, userOf(request), { ...request.params, ...request.body }),
  );

  app.get(
    '/api/contest/:contestId/stock-answers',
    { config: supervisors, schema: { params: ContestParams, response: { 200: StockAnswers } } },
    (request) => readStockAnswers(services, userOf(request), request.params.contestId),
  );

  app.post(
    '/api/contest/:contestId/stock-answers',
    {
      config: { ...supervisors, audit: 'contest.stockAnswers' },
      schema: { params: ContestParams, body: ChangeStockAnswers, response: { 200: StockAnswers } },
    },
    (request) => saveStockAnswers(services, userOf(request), { ...request.params, ...request.body }),
  );

  app.get(
    '/api/contest/:contestId/messages/:messageId/readers',
    { config: supervisors, schema: { params: MessageParams, response: { 200: MessageReaders } } },
    (request) => listReaders(services, userOf(request), request.params),
  );

  app.delete(
    '/api/contest/:contestId/messages/:messageId',
    {
      config: { ...supervisors, audit: 'contest.withdrawMessage' },
      schema: { params: MessageParams, response: { 200: Done } },
    },
    async (request) => {
      await withdrawMessage(services, userOf(request), request.params);
      return DONE;
    },
  );

  app.post(
    '/api/contest/:contestId/messages/files',
    // A file is invisible until a message shows it, and that message is recorded.
    {
      config: { ...supervisors, audit: 'none' },
      schema: { params: ContestParams, response: { 200: MessageFile } },
    },
    (request) => receiveMessageFile(services, userOf(request), request.params.contestId, request),
  );

  app.get(
    '/api/contest/:contestId/messages/files/:fileId',
    { config, compress: false, schema: { params: MessageFileParams } },
    async (request, reply) => {
      const file = await readMessageFile(services, userOf(request), request.params);
      const headers = fileHeaders({ ...file, name: PLAIN_NAME });
      reply.headers({
        ...headers,
        'content-disposition': withName(headers['content-disposition'], file.name),
      });
      if (request.headers['if-none-match'] === headers.etag) return reply.status(304).send();
      return reply
        .header('content-length', file.sizeBytes)
        .send(Readable.from(file.content(), { objectMode: false, highWaterMark: 1 }));
    },
  );
};

/** File name for the header, which takes plain letters only; the true name stands beside it. */
const PLAIN_NAME = 'file';

function withName(disposition: string, name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${disposition}; filename*=UTF-8''${encoded}`;
}
