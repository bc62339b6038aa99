import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconDownload, IconFileImport, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';
import { BulkBar } from '#features/user-admin/list/bulk-bar.tsx';
import classes from '#features/user-admin/list/people-list.module.css';
import { PeopleSkeleton } from '#features/user-admin/list/people-skeleton.tsx';
import { PeopleToolbar } from '#features/user-admin/list/people-toolbar.tsx';
import { PersonRow } from '#features/user-admin/list/person-row.tsx';
import { type ChosenPeople, useChosenPeople } from '#features/user-admin/list/use-chosen-people.ts';
import { usePeopleChanges } from '#features/user-admin/list/use-people-changes.ts';
import type { Credentials } from '#features/user-admin/passwords/credentials.ts';
import { IssuedCredentials } from '#features/user-admin/passwords/issued-credentials.tsx';
import {
  exportPath,
  findEverybody,
  MAX_CHOSEN,
  PEOPLE_PAGE_SIZE,
  peopleQuery,
} from '#features/user-admin/people.data.ts';
import {
  isNarrowed,
  type PeopleChoice,
  peoplePath,
  readPeopleChoice,
} from '#features/user-admin/people.url.ts';
import { csvSeparator } from '#shared/text/csv.ts';
import { useFormats } from '#shared/text/format.ts';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const PAGER_REACH = 5;

/** /admin/users and /admin/users/page/{n} */
export function Component() {
  const { t } = useTranslation();
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const chosen = useChosenPeople();
  const [issued, setIssued] = useState<Credentials[] | null>(null);
  const choice = readPeopleChoice(pageNumber, search);
  const change = useAddressChange(choice, peoplePath);
  usePageTitle(t('people.title'));
  usePeopleChanges();
  if (issued !== null) {
    return (
      <IssuedCredentials
        title={t('people.issuedTitle')}
        people={issued}
        onClose={() => setIssued(null)}
        done={t('people.issuedDone')}
      />
    );
  }
  return (
    <div className={classes.page}>
      <ListHead title={t('people.title')}>
        <div className={classes.actions}>
          <Button
            component={Link}
            to="/admin/users/create"
            leftSection={<IconUserPlus size={18} aria-hidden />}
          >
            {t('people.create')}
          </Button>
          <Button
            component={Link}
            to="/admin/users/create-into-group"
            variant="default"
            leftSection={<IconFileImport size={18} aria-hidden />}
          >
            {t('people.import')}
          </Button>
        </div>
      </ListHead>
      <PeopleToolbar choice={choice} onChange={(changed) => change({ page: 1, ...changed })} />
      <People choice={choice} chosen={chosen} />
      <BulkBar chosen={chosen} onPasswords={setIssued} />
    </div>
  );
}

function People({ choice, chosen }: { choice: PeopleChoice; chosen: ChosenPeople }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(peopleQuery(choice));
  if (data === undefined) {
    return error === null ? <PeopleSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  const last = pagesNumber(data.usersNumber, PEOPLE_PAGE_SIZE);
  if (choice.page > last && !isPlaceholderData) {
    return <Navigate replace to={peoplePath({ ...choice, page: last })} />;
  }
  if (data.users.length === 0) return <Nobody choice={choice} />;
  return (
    <>
      <Summary
        choice={choice}
        total={data.usersNumber}
        users={data.users}
        isStale={isPlaceholderData}
        chosen={chosen}
      />
      <ul className={classes.list} aria-busy={isPlaceholderData}>
        {data.users.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isChosen={chosen.has(person.id)}
            onChoose={(isChosen) => chosen.choose([person], isChosen)}
          />
        ))}
      </ul>
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => peoplePath({ ...choice, page })}
      />
    </>
  );
}

interface SummaryProps {
  choice: PeopleChoice;
  total: number;
  users: readonly AdminUser[];
  /** Whether these people are those of the choice before, who will be out of sight. */
  isStale: boolean;
  chosen: ChosenPeople;
}

/** How many were found, choosing a page or all of them, and the file. */
function Summary({ choice, total, users, isStale, chosen }: SummaryProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const separator = csvSeparator(useLocale());
  const onPage = users.filter(({ id }) => chosen.has(id)).length;
  const chooseAll = useMutation({
    mutationFn: () => findEverybody(choice),
    onSuccess: (people) => chosen.choose(people, true),
  });
  const canChooseAll =
    onPage > 0 && total > users.length && chosen.people.length < Math.min(total, MAX_CHOSEN);
  return (
    <div className={classes.summary}>
      <Checkbox
        label={t('people.found', { count: total, number: formats.number(total) })}
        aria-label={t('people.choosePage')}
        checked={onPage === users.length}
        indeterminate={onPage > 0 && onPage < users.length}
        disabled={isStale}
        onChange={(event) => chosen.choose(users, event.currentTarget.checked)}
      />
      {canChooseAll && (
        <Button
          variant="subtle"
          disabled={isStale}
          loading={chooseAll.isPending}
          onClick={() => chooseAll.mutate()}
        >
          {t('people.chooseAll', { count: Math.min(total, MAX_CHOSEN) })}
        </Button>
      )}
      <Button
        component="a"
        href={exportPath(choice, separator)}
        download
        variant="subtle"
        color="gray"
        leftSection={<IconDownload size={18} aria-hidden />}
      >
        {t('people.export')}
      </Button>
    </div>
  );
}

function Nobody({ choice }: { choice: PeopleChoice }) {
  const { t } = useTranslation();
  const isFiltered = isNarrowed(choice);
  return (
    <EmptyState
      icon={<IconUsers size={44} stroke={1.4} aria-hidden />}
      title={t(isFiltered ? 'people.nobodyFound' : 'people.nobody')}
      text={t(isFiltered ? 'people.nobodyFoundText' : 'people.nobodyText')}
      action={
        isFiltered ? (
          <Button component={Link} to="/admin/users" variant="default">
            {t('people.showAll')}
          </Button>
        ) : (
          <Button component={Link} to="/admin/users/create-into-group">
            {t('people.import')}
          </Button>
        )
      }
    />
  );
}
