import { MAX_PRINT_LENGTH, MAX_PRINT_TITLE } from '@balloon/contracts/hall/print-limits.ts';
import type { PrintRules, SendPrint } from '@balloon/contracts/hall/printing.ts';
import { printPages } from '@balloon/domain/text/print-pages.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendPrint, usePrintChange } from '#features/printing/printing.data.ts';
import classes from '#features/printing/printing.module.css';
import { UnansweredKeys } from '#shared/api/calls/sure-sending.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

export interface PrintFormProps {
  contestId: number;
  rules: PrintRules;
  /** What is in the fields at first. */
  title: string;
  text: string;
  /** Problem that the pages name. */
  symbolIndex?: string;
}

const unanswered = new UnansweredKeys();

/** Sends a text to the printer. Pressed again after a lost answer it is the same job. */
async function sendOnce(contestId: number, body: SendPrint): Promise<void> {
  const place = String(contestId);
  const idempotencyKey = unanswered.keyFor(place, body);
  await sendPrint(contestId, { ...body, idempotencyKey });
  unanswered.taken(place, idempotencyKey);
}

/** A text to print, with the number of its pages before it is sent. */
export function PrintForm({ contestId, rules, symbolIndex, ...first }: PrintFormProps) {
  const { t } = useTranslation();
  const [title, setTitle] = useState(first.title);
  const [text, setText] = useState(first.text);
  const counted = useDeferredValue(text);
  const pages = useMemo(() => printPages(counted).length, [counted]);
  const { mutate, isPending } = usePrintChange(
    contestId,
    (body: SendPrint) => sendOnce(contestId, body),
    () => showNotice(t('printing.sent')),
  );
  const isTooLong = pages > rules.maxPages;
  const isEmpty = text.trim() === '';
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ title, text, symbolIndex });
      }}
    >
      <TextInput
        label={t('printing.name')}
        maxLength={MAX_PRINT_TITLE}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={t('printing.text')}
        classNames={{ input: classes.text ?? '' }}
        rows={16}
        spellCheck={false}
        maxLength={MAX_PRINT_LENGTH}
        value={text}
        error={isTooLong && t('printing.tooLong', { count: pages, max: rules.maxPages })}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.bar}>
        <Button
          type="submit"
          leftSection={<IconPrinter size={18} aria-hidden />}
          loading={isPending}
          disabled={isTooLong || isEmpty}
        >
          {isEmpty ? t('printing.print') : t('printing.printPages', { count: pages })}
        </Button>
        <span className={classes.facts}>
          {t('printing.bounds', {
            pages: t('printing.pages', { count: rules.maxPages }),
            times: t('printing.times', { count: rules.jobsPerMinute }),
          })}
        </span>
      </div>
    </SavingForm>
  );
}
