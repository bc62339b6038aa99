import type { Language } from '@balloon/contracts/problems/problems.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/send.module.css';
import type { Draft } from '#features/send/use-draft.ts';
import type { useSending } from '#features/send/use-sending.ts';

interface SendHintProps {
  sending: ReturnType<typeof useSending>;
  draft: Draft;
  /** Whether the draft has several files and the language takes one. */
  isOneFile: boolean;
  language: Language | undefined;
}

/** Line beside the button: what keeps the solution from being sent, or how to send it, and what will compile it. */
export function SendHint(props: SendHintProps) {
  const { t } = useTranslation();
  const { sending, draft, language } = props;
  const shown = draft.isEmpty || sending.triesAgain ? undefined : language;
  return (
    <p className={classes.hint} role="status">
      {hintText(props, t)}
      {shown?.version && <span className={classes.version}>{shown.version}</span>}
      {shown?.command && <code className={classes.version}>{shown.command}</code>}
    </p>
  );
}

function hintText({ sending, draft, isOneFile, language }: SendHintProps, t: TFunction): string {
  if (sending.busySec !== null) return t('send.busy', { seconds: sending.busySec });
  if (sending.triesAgain) return t('send.triesAgain');
  if (draft.isTooLarge) return t('send.tooLarge');
  if (isOneFile) return t('errors.ONE_FILE_LANGUAGE', { language: language?.name });
  if (!draft.isStored) return t('send.notStored');
  if (language?.hasJudge === false) return t('send.noJudge', { language: language.name });
  if (!draft.isEmpty) return t('send.shortcut');
  return t(matchMedia('(pointer: coarse)').matches ? 'send.writeOrChoose' : 'send.writeOrDrop');
}
