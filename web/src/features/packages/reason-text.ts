import type { ListedImport } from '@balloon/contracts/judging/package-import.ts';
import { useTranslation } from 'react-i18next';

/**
 * Returns why an import has no problem, in the reader's language where its code is known. What is wrong inside a
 * package is told in the words of the check, in English: they name files as their author does.
 */
export function useReasonText(): (shown: Pick<ListedImport, 'reason' | 'message'>) => string {
  const { t } = useTranslation();
  return ({ reason, message }) => {
    if (reason === null) return message ?? '';
    const { code, facts } = reason;
    if (code === 'hasErrors')
      return `${t('imports.reason.hasErrors', { count: Number(facts.number) })} ${message}`;
    if (code === 'severalInside' || code === 'severalForOne') {
      return t(`imports.reason.${code}`, { ...facts, count: Number(facts.number) });
    }
    if (code === 'alreadyImported' && facts.revision !== null) {
      return t('imports.reason.alreadyImportedRevision', facts);
    }
    if (code === 'mainFails' && facts.test !== null) return t('imports.reason.mainFailsOn', facts);
    return t(`imports.reason.${code}`, facts);
  };
}
