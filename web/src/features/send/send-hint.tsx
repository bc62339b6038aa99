import type { Language } from '@balloon/contracts/problems/problems.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/send.module.css';

interface SendHintProps {
  triesAgain: boolean;
  /** Seconds until a busy site is asked again; null while it is not busy. */
  busySec: number | null;
  isEmpty: boolean;
  isTooLarge: boolean;
  /** Whether the draft has several files and the language takes one. */
  isOneFile: boolean;
  language: Language | undefined;
}

/** Line beside the button: what keeps the solution from being sent, or how to send it, and what will compile it. */
export function SendHint(state: SendHintProps) {
  const { t } = useTranslation();
  const { isEmpty, triesAgain, language } = state;
  const showsCompiler = !isEmpty && !triesAgain;
  return (
    <p className={classes.hint} role="status">
      {hintText(state, t)}
      {language?.version && showsCompiler && <span className={classes.version}>{language.version}</span>}
      {language?.command && showsCompiler && <code className={classes.version}>{language.command}</code>}
    </p>
  );
}

function hintText(state: SendHintProps, t: TFunction): string {
  if (state.busySec !== null) return t('send.busy', { seconds: state.busySec });
  if (state.triesAgain) return t('send.triesAgain');
  if (state.isTooLarge) return t('send.tooLarge');
  if (state.isOneFile) return t('errors.ONE_FILE_LANGUAGE', { language: state.language?.name });
  if (state.language?.hasJudge === false) return t('send.noJudge', { language: state.language.name });
  return state.isEmpty ? t('send.writeOrDrop') : t('send.shortcut');
}
