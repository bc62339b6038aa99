import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import copyToClipboard from 'copy-to-clipboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tip } from '#shared/ui/floating/tip.tsx';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

const DONE_MS = 2_000;

export interface CopyButtonProps {
  text: string;
  /** Accessible name and tooltip of the button. */
  label: string;
  /** Determines the wording of the confirmation. */
  kind?: 'text' | 'link';
}

/** Copies a text, also on pages over plain http; a prompt shows it when the browser refuses every way. */
export function CopyButton({ text, label, kind = 'text' }: CopyButtonProps) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    if (!(await copyToClipboard(text))) return void window.prompt(t('copy.byHand'), text);
    setCopied(true);
    showNotice(t(kind === 'link' ? 'copy.linkDone' : 'copy.done'));
    setTimeout(() => setCopied(false), DONE_MS);
  }
  return (
    <Tip label={label}>
      <ActionIcon aria-label={label} onClick={copy}>
        {isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
    </Tip>
  );
}
