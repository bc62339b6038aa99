import type { ChatDialog, ChatEnvelope, ChatMessageChanged, ChatMessages } from '@balloon/contracts/chat.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** A dialog as far as it was loaded: pages from the newest to older ones, the messages in each newest first. */
export type LoadedDialog = InfiniteData<ChatMessages, unknown>;

/** How many messages stay after one was sent or came. */
export const KEPT_MESSAGES = 30;

export const messagesOf = (dialog: LoadedDialog): ChatEnvelope[] =>
  dialog.pages.flatMap(({ messages }) => messages);

/** Puts a message where its id belongs; one that is there already changes nothing. */
export function takeMessage(dialog: LoadedDialog, envelope: ChatEnvelope): LoadedDialog {
  const { id } = envelope.message;
  if (messagesOf(dialog).some(({ message }) => message.id === id)) return dialog;
  const [first, ...rest] = dialog.pages;
  if (first === undefined) return dialog;
  const messages = [...first.messages, envelope].sort((a, b) => b.message.id - a.message.id);
  return { ...dialog, pages: [{ ...first, messages, messagesNumber: first.messagesNumber + 1 }, ...rest] };
}

/** Forgets all but the newest; the forgotten ones are loaded again when somebody scrolls up to them. */
export function cutToNewest(dialog: LoadedDialog): LoadedDialog {
  const [first] = dialog.pages;
  const all = messagesOf(dialog);
  if (first === undefined || all.length <= KEPT_MESSAGES) return dialog;
  return {
    pages: [{ ...first, messages: all.slice(0, KEPT_MESSAGES), hasOlder: true }],
    pageParams: [undefined],
  };
}

/** Whoever read a message has read what was written before it too. */
export function markRead(dialog: LoadedDialog, { id, userId }: ChatMessageChanged): LoadedDialog {
  const isRead = ({ message }: ChatEnvelope) =>
    message.userId === userId && message.id <= id && !message.isRead;
  return changeMessages(dialog, (envelope) =>
    isRead(envelope) ? { ...envelope, message: { ...envelope.message, isRead: true } } : envelope,
  );
}

export function removeMessage(dialog: LoadedDialog, id: number): LoadedDialog {
  return {
    ...dialog,
    pages: dialog.pages.map((page) => ({
      ...page,
      messages: page.messages.filter(({ message }) => message.id !== id),
    })),
  };
}

function changeMessages(
  dialog: LoadedDialog,
  change: (envelope: ChatEnvelope) => ChatEnvelope,
): LoadedDialog {
  return {
    ...dialog,
    pages: dialog.pages.map((page) => ({ ...page, messages: page.messages.map(change) })),
  };
}

/** With whom a message is exchanged, seen by one of its ends. */
export const peerOf = ({ author, recipient }: ChatEnvelope, ownId: number) =>
  author.id === ownId ? recipient : author;

/** The dialog of a new message goes to the top; what came from its peer is one more to read. */
export function takeIntoDialogs(
  dialogs: readonly ChatDialog[],
  envelope: ChatEnvelope,
  ownId: number,
): ChatDialog[] {
  const { author, message } = envelope;
  const peer = peerOf(envelope, ownId);
  const known = dialogs.find((dialog) => dialog.peer.id === peer.id);
  if (known && known.headMessage.id >= message.id) return [...dialogs];
  const unreadNumber = (known?.unreadNumber ?? 0) + (author.id === ownId ? 0 : 1);
  return [
    { peer, author, headMessage: message, unreadNumber },
    ...dialogs.filter((dialog) => dialog.peer.id !== peer.id),
  ];
}

/** What the peer wrote was read, or what oneself wrote. */
export function markDialogRead(dialogs: readonly ChatDialog[], read: ChatMessageChanged): ChatDialog[] {
  return dialogs.map((dialog) => {
    const { peer, headMessage } = dialog;
    if (peer.id !== read.userId && peer.id !== read.recipientUserId) return dialog;
    const isHeadRead = headMessage.userId === read.userId && headMessage.id <= read.id;
    return {
      ...dialog,
      unreadNumber: peer.id === read.userId ? 0 : dialog.unreadNumber,
      headMessage: isHeadRead ? { ...headMessage, isRead: true } : headMessage,
    };
  });
}
