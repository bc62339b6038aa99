import type { ChatDialog, ChatEnvelope } from '@balloon/contracts/talk/chat.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { expect, test } from 'vitest';
import {
  cutToNewest,
  KEPT_MESSAGES,
  type LoadedDialog,
  markDialogRead,
  markRead,
  messagesOf,
  removeMessage,
  takeIntoDialogs,
  takeMessage,
} from '#features/chat/live-chat.ts';

const ME = 7;
const SUPPORT = 2;
const person = (id: number) => ({ id, fullName: `Person ${id}` }) as PublicUser;

function envelope(id: number, from = ME, to = SUPPORT): ChatEnvelope {
  const message = { id, userId: from, recipientUserId: to, message: `text ${id}`, isRead: false };
  return { author: person(from), recipient: person(to), message } as ChatEnvelope;
}

function loaded(...pages: number[][]): LoadedDialog {
  return {
    pages: pages.map((ids) => ({
      messages: ids.map((id) => envelope(id)),
      messagesNumber: 99,
      hasOlder: false,
    })),
    pageParams: pages.map(() => undefined),
  };
}
const idsOf = (dialog: LoadedDialog) => messagesOf(dialog).map(({ message }) => message.id);

test('a new message comes first, once, and a late one takes the place of its id', () => {
  const dialog = loaded([9, 6], [5, 4]);
  expect(idsOf(takeMessage(dialog, envelope(10)))).toEqual([10, 9, 6, 5, 4]);
  expect(idsOf(takeMessage(dialog, envelope(8)))).toEqual([9, 8, 6, 5, 4]);
  expect(takeMessage(dialog, envelope(5))).toBe(dialog);
});

test('after a send the newest thirty stay, and the way to older ones', () => {
  const ids = Array.from({ length: KEPT_MESSAGES + 5 }, (_, index) => 100 - index);
  const cut = cutToNewest(loaded(ids.slice(0, 20), ids.slice(20)));
  expect(idsOf(cut)).toEqual(ids.slice(0, KEPT_MESSAGES));
  expect([cut.pages.length, cut.pageParams.length, cut.pages[0]?.hasOlder]).toEqual([1, 1, true]);
  const short = loaded([3, 2, 1]);
  expect(cutToNewest(short)).toBe(short);
});

test('reading a message reads those before it, of the same side only', () => {
  let dialog = loaded([5, 4, 3]);
  dialog = takeMessage(dialog, envelope(2, SUPPORT, ME));
  const read = messagesOf(markRead(dialog, { id: 4, userId: ME, recipientUserId: SUPPORT }));
  expect(read.map(({ message }) => [message.id, message.isRead])).toEqual([
    [5, false],
    [4, true],
    [3, true],
    [2, false],
  ]);
});

test('a deleted message is gone', () => {
  expect(idsOf(removeMessage(loaded([3, 2], [1]), 2))).toEqual([3, 1]);
});

test('dialogs come in the order of their last messages and count what is to read', () => {
  let dialogs: ChatDialog[] = [];
  for (const one of [envelope(1, 5, SUPPORT), envelope(2, 6, SUPPORT), envelope(3, 5, SUPPORT)]) {
    dialogs = takeIntoDialogs(dialogs, one, SUPPORT);
  }
  dialogs = takeIntoDialogs(dialogs, envelope(3, 5, SUPPORT), SUPPORT); // heard twice
  expect(dialogs.map(({ peer, unreadNumber }) => [peer.id, unreadNumber])).toEqual([
    [5, 2],
    [6, 1],
  ]);
  dialogs = takeIntoDialogs(dialogs, envelope(4, SUPPORT, 6), SUPPORT);
  expect(dialogs.map(({ peer, unreadNumber }) => [peer.id, unreadNumber])).toEqual([
    [6, 1],
    [5, 2],
  ]);

  dialogs = markDialogRead(dialogs, { id: 3, userId: 5, recipientUserId: SUPPORT });
  expect(dialogs.map(({ unreadNumber, headMessage }) => [unreadNumber, headMessage.isRead])).toEqual([
    [1, false],
    [0, true],
  ]);
  const [head] = markDialogRead(dialogs, { id: 4, userId: SUPPORT, recipientUserId: 6 });
  expect([head?.unreadNumber, head?.headMessage.isRead]).toEqual([1, true]);
});
