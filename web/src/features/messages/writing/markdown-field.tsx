import type { MessageAttachments } from '@balloon/contracts/talk/messages.ts';
import { Button, Textarea } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { type ClipboardEvent, type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/messages/messages.module.css';
import { MessageContent } from '#features/messages/thread/message-body.tsx';

/** Share of the allowed length from which on the remaining characters are shown. */
const TELL_FROM = 0.8;
const NO_ATTACHMENTS: MessageAttachments = {};

/**
 * Field for Markdown with a preview. Ctrl/Cmd+Enter sends.
 *
 * @param onFiles receives files that are dropped on the field or pasted into it
 * @param takesFocus whether the person has just opened the field
 */
export function MarkdownField({
  label,
  value,
  onChange,
  onSubmit,
  maxLength,
  placeholder,
  attachments = NO_ATTACHMENTS,
  onFiles,
  takesFocus = false,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  maxLength: number;
  placeholder?: string;
  attachments?: MessageAttachments;
  onFiles?: (files: File[]) => void;
  takesFocus?: boolean;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isPreview, setIsPreview] = useState(false);
  const take = (event: DragEvent | ClipboardEvent, files: FileList) => {
    if (!onFiles || files.length === 0) return;
    event.preventDefault();
    onFiles([...files]);
  };
  return (
    <div>
      <div className={classes.fieldHead}>
        <label htmlFor={id}>{label}</label>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.preview}
          aria-pressed={isPreview}
          leftSection={isPreview ? <IconPencil size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={() => setIsPreview(!isPreview)}
        >
          {t(isPreview ? 'messages.write' : 'messages.preview')}
        </Button>
      </div>
      {isPreview ? (
        <div className={classes.previewBox}>
          {value.trim() === '' && !attachments.files?.length ? (
            <p className={classes.hint}>{t('messages.previewEmpty')}</p>
          ) : (
            <MessageContent text={value} attachments={attachments} />
          )}
        </div>
      ) : (
        <Textarea
          id={id}
          ref={takesFocus ? focusOnce : null}
          data-autofocus={takesFocus || undefined}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onSubmit();
          }}
          onPaste={(event) => take(event, event.clipboardData.files)}
          onDrop={(event) => take(event, event.dataTransfer.files)}
          autosize
          minRows={4}
          maxRows={18}
          data-draft
          maxLength={maxLength}
          placeholder={placeholder}
        />
      )}
      {value.length > maxLength * TELL_FROM && (
        <p className={classes.hint} aria-live="polite">
          {t('messages.charactersLeft', { count: maxLength - value.length })}
        </p>
      )}
    </div>
  );
}

/**
 * Focuses a field; a stable function, so that it is called when the field is mounted and not at each letter.
 */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
