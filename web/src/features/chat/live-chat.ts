import type {
  ChatDialog,
  ChatEnvelope,
  ChatMessageChanged,
  ChatMessages,
} from '@balloon/contracts/talk/chat.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** The loaded part of a dialog: pages from the newest to older ones, the messages in each newest first. */
export type LoadedDialog = InfiniteData<ChatMessages, unknown>;

/** Number of messages kept after one was sent or received. */
export const KEPT_MESSAGES = 30;

export const messagesOf = (dialog: LoadedDialog): ChatEnvelope[] =>
  dialog.pages.flatMap(({ messages }) => messages);

/** Inserts a message in order of ids; returns the dialog unchanged if it contains that message. */
export function takeMessage(dialog: LoadedDialog, envelope: ChatEnvelope): LoadedDialog {
  const { id } = envelope.message;
  if (messagesOf(dialog).some(({ message }) => message.id === id)) return dialog;
  const [first, ...rest] = dialog.pages;
  if (first === undefined) return dialog;
  const messages = [...first.messages, envelope].sort((a, b) => b.message.id - a.message.id);
  return { ...dialog, pages: [{ ...first, messages, messagesNumber: first.messagesNumber + 1 }, ...rest] };
}

/** Drops all but the newest messages; the others are loaded again when the person scrolls up to them. */
export function cutToNewest(dialog: LoadedDialog): LoadedDialog {
  const [first] = dialog.pages;
  const all = messagesOf(dialog);
  if (first === undefined || all.length <= KEPT_MESSAGES) return dialog;
  return {
    pages: [{ ...first, messages: all.slice(0, KEPT_MESSAGES), hasOlder: true }],
    pageParams: [undefined],
  };
}

/** Marks a message and all earlier ones of its author as read. */
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

/** Peer of a message, seen from one of its two sides. */
export const peerOf = ({ author, recipient }: ChatEnvelope, ownId: number) =>
  author.id === ownId ? recipient : author;

/** Moves the dialog of a new message to the top and counts the message as unread if the peer sent it. */
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

/** Marks the peer's messages as read, or one's own. */
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
