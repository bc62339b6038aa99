import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';

/** Differences between a version and the present problem. */
export function VersionChanges({ changes }: { changes: ProblemPage['changes'] }) {
  const { t } = useTranslation();
  if (changes === undefined) return null;
  if (changes.length === 0) return <p>{t('versions.same')}</p>;
  return (
    <p>
      {t('versions.differs', { parts: changes.map((change) => t(`versions.change.${change}`)).join(', ') })}
    </p>
  );
}
