import type { ListedImport } from '@balloon/contracts/judging/package-import.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ImportActions } from '#features/packages/import-actions.tsx';
import { ImportProgressLine } from '#features/packages/import-progress.tsx';
import { ImportDetails } from '#features/packages/import-report.tsx';
import { ImportStateBadge } from '#features/packages/import-state.tsx';
import { isUnderWay } from '#features/packages/packages.data.ts';
import { useReasonText } from '#features/packages/reason-text.ts';
import { useSizeText } from '#features/packages/size-text.ts';
import classes from '#features/packages/upload.module.css';
import { useFormats } from '#shared/text/format.ts';

export interface ImportRowProps {
  shown: ListedImport;
  /** Whether its report is open. */
  isOpen: boolean;
  onToggle: () => void;
}

/** Package on its way to a problem: state, reason, actions and report. */
export function ImportRow({ shown, isOpen, onToggle }: ImportRowProps) {
  const { t } = useTranslation();
  const reason = useReasonText()(shown);
  const name = nameOf(shown);
  const hasReport = !isUnderWay(shown) && shown.state !== 'cancelled' && shown.state !== 'split';
  const panel = `import-${shown.id}`;
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <div className={classes.name}>
          <p className={classes.title}>
            <bdi>{name}</bdi> <ImportStateBadge state={shown.state} hasFaults={shown.hasFaults} />
          </p>
          <ImportFacts shown={shown} />
        </div>
        {hasReport && (
          <Button
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-controls={panel}
            aria-label={t('imports.reportOf', { name })}
            rightSection={<IconChevronDown size={16} className={classes.chevron ?? ''} aria-hidden />}
            onClick={onToggle}
          >
            {t('imports.report')}
          </Button>
        )}
      </div>
      {isUnderWay(shown) && <ImportProgressLine shown={shown} />}
      {reason !== '' && <p className={shown.state === 'split' ? classes.facts : classes.reason}>{reason}</p>}
      <ImportActions shown={shown} name={name} />
      {hasReport && isOpen && (
        <div id={panel}>
          <ImportDetails shown={shown} />
        </div>
      )}
    </li>
  );
}

/** The part that the import is of, else its archive. */
const nameOf = ({ fileName, part }: ListedImport) =>
  part === null ? fileName : (part.split('/').at(-1) ?? part);

function ImportFacts({ shown }: { shown: ListedImport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const sizeText = useSizeText();
  const { part, fileName, sizeBytes, author, createdAtMs, isForced } = shown;
  const facts = [
    part === null ? sizeBytes > 0 && sizeText(sizeBytes) : t('imports.fromArchive', { name: fileName, part }),
    author?.username ?? t('imports.byCommand'),
    formats.dateTime(createdAtMs),
    isForced && t('imports.forced'),
  ];
  return <p className={classes.facts}>{facts.filter(Boolean).join(' · ')}</p>;
}
