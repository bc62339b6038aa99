import { expect, test } from 'vitest';
import { SendChatMessage } from '#talk/chat.ts';
import { chatLength, MAX_CHAT_MESSAGE_LENGTH } from '#talk/chat-limits.ts';

test.each(['x', 'ё', '🎈'])('the page counts a message of %s as the contract does', (character) => {
  for (const times of [MAX_CHAT_MESSAGE_LENGTH, MAX_CHAT_MESSAGE_LENGTH + 1]) {
    const message = character.repeat(times);
    const isTaken = SendChatMessage.safeParse({ recipientUserId: 2, message }).success;
    expect(isTaken).toBe(chatLength(` ${message}\n`) <= MAX_CHAT_MESSAGE_LENGTH);
  }
});
