import type { ContestAddresses } from '@balloon/contracts/hall/addresses.ts';
import { Button, SegmentedControl, Switch } from '@mantine/core';
import { IconDownload, IconNetwork } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { type AddressGroup, type GroupedBy, groupAddresses } from '#features/addresses/address-lists.ts';
import classes from '#features/addresses/addresses.module.css';
import { useFilters } from '#features/addresses/use-filters.ts';
import { get } from '#shared/api/calls/api.ts';
import { csvSeparator, csvText, downloadText } from '#shared/text/csv.ts';
import { useFormats } from '#shared/text/format.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { ContestHead } from '#shared/ui/lists/list-head.tsx';
import { AwaitedScreen } from '#shared/ui/states/placeholders.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

const addressesQuery = (contestId: number) =>
  queryOptions({
    queryKey: ['addresses', contestId],
    queryFn: ({ signal }) => get<ContestAddresses>(`/api/admin/contests/${contestId}/addresses`, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });

/** Most groups that are drawn; more are found by words. */
const SHOWN = 200;

/** /admin/contests/{id}/addresses: from where people take part. */
export function Component() {
  const contestId = Number(useParams().contestId);
  const { t } = useTranslation();
  const { data: report, error, refetch } = useQuery(addressesQuery(contestId));
  usePageTitle(report && t('addresses.title', { contest: report.contest.name }), error);
  if (!report)
    return (
      <AwaitedScreen
        className={classes.page}
        title={t('addresses.heading')}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  return <Addresses report={report} />;
}

function Addresses({ report }: { report: ContestAddresses }) {
  const { t } = useTranslation();
  const { filters, change } = useFilters();
  const by: GroupedBy = filters.get('by') === 'people' ? 'people' : 'addresses';
  const isSharedOnly = filters.get('shared') === 'true';
  const q = filters.get('q') ?? '';
  const groups = groupAddresses(report, by, { q, isSharedOnly });
  return (
    <div className={classes.page}>
      <ContestHead title={t('addresses.heading')} contest={report.contest.name}>
        <Link to={`/admin/contests/${report.contest.id}/live`}>{t('adminContests.control')}</Link>
        <Link to={`/admin/contests/${report.contest.id}/devices`}>{t('addresses.devices')}</Link>
        <CsvButton report={report} />
      </ContestHead>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('addresses.by')}
          value={by}
          onChange={(value) => change('by', value === 'people' ? value : '')}
          data={[
            { value: 'addresses', label: t('addresses.byAddress') },
            { value: 'people', label: t('addresses.byPerson') },
          ]}
        />
        <SearchField
          label={t('addresses.find')}
          query={q}
          debounceMs={200}
          onSearch={(word) => change('q', word)}
        />
        <Switch
          label={t(by === 'people' ? 'addresses.severalAddresses' : 'addresses.severalPeople')}
          checked={isSharedOnly}
          onChange={(event) => change('shared', event.currentTarget.checked ? 'true' : '')}
        />
      </div>
      {groups.length === 0 && (
        <EmptyState
          icon={<IconNetwork size={44} stroke={1.4} aria-hidden />}
          title={t('addresses.none')}
          text={t('addresses.noneText')}
        />
      )}
      {groups.slice(0, SHOWN).map((group) => (
        <Group key={group.key} group={group} />
      ))}
      {groups.length > SHOWN && <p>{t('addresses.more', { count: groups.length - SHOWN })}</p>}
    </div>
  );
}

function Group({ group: { title, entries } }: { group: AddressGroup }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <section className={classes.group} aria-label={title}>
      <h2 className={classes.name}>{title}</h2>
      <ul className={classes.list}>
        {entries.map(({ key, title: other, address }) => {
          const { solutionsNumber, lastAtMs, isSignedIn } = address;
          return (
            <li key={key} className={classes.entry}>
              <span className={classes.other}>{other}</span>
              <span className={classes.facts}>
                {[
                  solutionsNumber > 0 && t('addresses.sent', { count: solutionsNumber }),
                  lastAtMs !== null && t('addresses.last', { at: formats.dateTime(lastAtMs) }),
                  isSignedIn && t('addresses.isSignedIn'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function CsvButton({ report: { people, addresses } }: { report: ContestAddresses }) {
  const { t } = useTranslation();
  const separator = csvSeparator(useLocale());
  const download = () => {
    const byId = new Map(people.map((person) => [person.id, person]));
    const head = [
      'addresses.csv.person',
      'addresses.csv.username',
      'addresses.csv.address',
      'addresses.csv.sent',
    ];
    const lines = addresses.map(({ userId, ip, solutionsNumber }) => [
      byId.get(userId)?.fullName ?? '',
      ...[byId.get(userId)?.username ?? '', ip, String(solutionsNumber)],
    ]);
    downloadText('addresses.csv', csvText([head.map((key) => t(key)), ...lines], separator));
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
      {t('addresses.download')}
    </Button>
  );
}
