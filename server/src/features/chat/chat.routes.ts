import {
  ChatDialogs,
  ChatDone,
  ChatEnvelope,
  ChatMessages,
  ChatMessagesQuery,
  ChatPeer,
  ChatPeople,
  ChatPeopleQuery,
  DeleteChatMessages,
  DeletedChatMessages,
  SendChatMessage,
  TypingToken,
  UnreadMessages,
} from '@balloon/contracts/talk/chat.ts';
import { PublicUser } from '@balloon/contracts/users.ts';
import { chatIdOf, resolvePeerId } from '#features/chat/chat-side.ts';
import { deleteMessages } from '#features/chat/delete-messages.ts';
import { findPeopleToChat } from '#features/chat/find-people.ts';
import { countUnreadMessages, listDialogs } from '#features/chat/list-dialogs.ts';
import { listMessages } from '#features/chat/list-messages.ts';
import { readMessages } from '#features/chat/read-messages.ts';
import { readPerson } from '#features/chat/read-person.ts';
import { sendMessage } from '#features/chat/send-message.ts';
import { issueTypingToken } from '#features/chat/typing-token.ts';
import { userOf } from '#http/allow.ts';
import { invalidFields } from '#http/answers/field-issues.ts';
import type { Routes } from '#http/routes.ts';

export const chatRoutes: Routes = async (app, services) => {
  app.get(
    '/api/chat/me',
    { config: { allow: 'user' }, schema: { response: { 200: PublicUser } } },
    (request) => readPerson(services, chatIdOf(userOf(request))),
  );

  app.get(
    '/api/chat/chatDialogs',
    { config: { allow: 'user' }, schema: { response: { 200: ChatDialogs } } },
    (request) => listDialogs(services, userOf(request)),
  );

  app.get(
    '/api/chat/resolvePeer',
    { config: { allow: 'user' }, schema: { querystring: ChatPeer, response: { 200: PublicUser } } },
    async (request) => {
      const { peerUserId } = request.query;
      return readPerson(services, await resolvePeerId(services.db, userOf(request), peerUserId));
    },
  );

  app.get(
    '/api/chat/unreadMessagesNumber',
    { config: { allow: 'user' }, schema: { response: { 200: UnreadMessages } } },
    (request) => countUnreadMessages(services, userOf(request)),
  );

  app.get(
    '/api/chat/chatMessages',
    {
      config: { allow: 'user' },
      schema: { querystring: ChatMessagesQuery, response: { 200: ChatMessages } },
    },
    (request) => listMessages(services, userOf(request), request.query),
  );

  app.post(
    '/api/chat/chatMessages',
    { config: { allow: 'user' }, schema: { body: SendChatMessage, response: { 200: ChatEnvelope } } },
    (request) => sendMessage(services, userOf(request), request.body),
  );

  app.post(
    '/api/chat/chatMessages/read',
    { config: { allow: 'user' }, schema: { body: ChatPeer, response: { 200: ChatDone } } },
    (request) => readMessages(services, userOf(request), request.body),
  );

  app.delete(
    '/api/chat/chatMessages',
    {
      config: { allow: 'user', bulk: {} },
      schema: {
        body: DeleteChatMessages.nullish(),
        querystring: DeleteChatMessages,
        response: { 200: DeletedChatMessages },
      },
    },
    (request) => {
      const { body, query } = request;
      const named = [...(body?.chatMessageIds ?? []), ...query.chatMessageIds];
      const ids = DeletedChatMessages.safeParse(named);
      if (!ids.success) throw invalidFields(ids.error, ['chatMessageIds']);
      return deleteMessages(services, userOf(request), ids.data);
    },
  );

  app.get(
    '/api/chat/users',
    {
      config: { allow: 'supervisor' },
      schema: { querystring: ChatPeopleQuery, response: { 200: ChatPeople } },
    },
    (request) => findPeopleToChat(services, request.query),
  );

  app.get(
    '/api/user/token',
    { config: { allow: 'user' }, schema: { response: { 200: TypingToken } } },
    (request) => issueTypingToken(services, userOf(request)),
  );
};
