import { isBlank } from '@balloon/contracts/talk/blank-text.ts';
import { chatLength, MAX_CHAT_MESSAGE_LENGTH } from '@balloon/contracts/talk/chat-limits.ts';
import { ActionIcon, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDraft, writeDraft } from '#features/chat/chat-storage.ts';
import classes from '#features/chat/message-input.module.css';
import type { DialogName } from '#features/chat/outbox.ts';
import { useTypingSignal } from '#features/chat/use-typing.ts';

/** Remaining characters below which they are shown. */
const TELLS_BELOW = 300;

export interface MessageInputProps {
  dialog: DialogName;
  /** A refused message returned for editing; `times` differs for each. */
  returned: { text: string; times: number };
  onSend: (text: string) => void;
}

/** Input of a dialog. Enter sends, Shift+Enter begins a new line; unsent text is kept in the browser. */
export function MessageInput({ dialog, returned, onSend }: MessageInputProps) {
  const { t } = useTranslation();
  const { ownId, peerId } = dialog;
  const [text, setText] = useState(() => readDraft(ownId, peerId));
  const field = useRef<HTMLTextAreaElement>(null);
  const signalTyping = useTypingSignal(peerId);
  const isEmpty = isBlank(text);
  const left = MAX_CHAT_MESSAGE_LENGTH - chatLength(text);

  function change(newText: string) {
    setText(newText);
    writeDraft(ownId, peerId, newText);
  }
  function send() {
    if (isEmpty || left < 0) return;
    onSend(text.trim());
    change('');
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    // An input method, as for Chinese, uses Enter itself.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }
  const takeBack = useEffectEvent(() => {
    change(text.trim() === '' ? returned.text : `${returned.text}\n${text}`);
    field.current?.focus();
  });
  useEffect(() => {
    if (returned.times > 0) takeBack();
  }, [returned.times]);
  useEffect(() => {
    // On a phone the keyboard would cover the messages.
    if (matchMedia('(hover: hover)').matches) field.current?.focus();
  }, []);

  return (
    <div className={classes.input}>
      <Textarea
        ref={field}
        className={classes.field ?? ''}
        aria-label={t('chat.input')}
        placeholder={t('chat.placeholder')}
        autosize
        minRows={1}
        maxRows={8}
        error={left < 0 ? t('chat.tooLong', { count: -left }) : undefined}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          change(value);
          if (!isBlank(value)) signalTyping();
        }}
        onKeyDown={onKeyDown}
      />
      {left >= 0 && left < TELLS_BELOW && <span className={classes.left}>{left}</span>}
      <ActionIcon
        variant="filled"
        color="brand"
        aria-label={t('chat.send')}
        disabled={isEmpty || left < 0}
        onClick={send}
      >
        <IconSend2 size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  );
}
