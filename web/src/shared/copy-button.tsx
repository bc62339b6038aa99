import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showNotice } from '#shared/toasts.ts';

const DONE_MS = 2_000;

/** Copies a text. Where the browser keeps the clipboard closed, a prompt shows the text to copy by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    if (!(await copyText(text))) return void window.prompt(t('copy.byHand'), text);
    setCopied(true);
    showNotice(t('copy.done'));
    setTimeout(() => setCopied(false), DONE_MS);
  }
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={copy}>
        {isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

/** @returns whether the text is in the clipboard now */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or the page came over plain http
  }
}
