import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { auditExportPath, auditQuery } from '#features/audit/audit.data.ts';
import classes from '#features/audit/audit.module.css';
import { type AuditChoice, auditPath, isAuditNarrowed, readAuditChoice } from '#features/audit/audit.url.ts';
import { AuditLine } from '#features/audit/audit-entry.tsx';
import { AuditFilters } from '#features/audit/audit-filters.tsx';
import { csvSeparator } from '#shared/text/csv.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/audit: what supervisors changed, newest first. */
export function Component() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const separator = csvSeparator(useLocale());
  const choice = readAuditChoice(search);
  const change = useAddressChange(choice, auditPath);
  usePageTitle(t('admin.audit'));
  return (
    <div className={classes.page}>
      <ListHead title={t('admin.audit')}>
        <Button
          component="a"
          href={auditExportPath(choice, separator)}
          download
          variant="default"
          className={classes.export ?? ''}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('audit.export')}
        </Button>
      </ListHead>
      <AuditFilters choice={choice} onChange={(changed) => change({ before: null, ...changed })} />
      <Entries choice={choice} />
    </div>
  );
}

function Entries({ choice }: { choice: AuditChoice }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(auditQuery(choice));
  if (data === undefined) {
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  if (data.entries.length === 0) return <Nothing choice={choice} />;
  return (
    <>
      <ol className={classes.list} aria-busy={isPlaceholderData}>
        {data.entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry} />
        ))}
      </ol>
      <Pages choice={choice} olderThan={data.nextBeforeId} />
    </>
  );
}

/** Ways to older entries and back to the newest: an address names a place in the log, which grows at its other end. */
function Pages({ choice, olderThan }: { choice: AuditChoice; olderThan: number | null }) {
  const { t } = useTranslation();
  if (choice.before === null && olderThan === null) return null;
  return (
    <nav className={classes.pages} aria-label={t('pager.label')}>
      {choice.before !== null && (
        <Button component={Link} to={auditPath({ ...choice, before: null })} variant="default">
          {t('audit.newest')}
        </Button>
      )}
      {olderThan !== null && (
        <Button component={Link} to={auditPath({ ...choice, before: olderThan })} variant="default">
          {t('audit.older')}
        </Button>
      )}
    </nav>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      {Array.from({ length: 8 }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className={classes.entry}>
          <Skeleton width={130} height={14} my={4} />
          <div className={classes.what}>
            <Skeleton width="45%" height={18} my={3} />
            <Skeleton width="30%" height={14} my={6} />
          </div>
        </div>
      ))}
    </div>
  );
}

function Nothing({ choice }: { choice: AuditChoice }) {
  const { t } = useTranslation();
  const isFiltered = isAuditNarrowed(choice);
  return (
    <EmptyState
      icon={<IconHistory size={44} stroke={1.4} aria-hidden />}
      title={t(isFiltered ? 'audit.nothingFound' : 'audit.nothing')}
      text={t(isFiltered ? 'audit.nothingFoundText' : 'audit.nothingText')}
      action={
        isFiltered && (
          <Button component={Link} to="/admin/audit" variant="default">
            {t('audit.showAll')}
          </Button>
        )
      }
    />
  );
}
