import type { OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/outside-jobs/outside.module.css';
import { readYandexContest } from '#features/outside-jobs/read-identifiers.ts';
import { outsidePath } from '#features/outside-systems/data/outside-jobs.url.ts';
import type { ScanScope } from '#features/outside-systems/data/system-screens.ts';
import { useSystemName } from '#shared/text/system-name.ts';

const COLLECTIONS = ['archive', 'gym', 'contest'] as const;

/** What was chosen in the fields, whatever of it the system needs. */
export interface ChosenScope {
  /** Archives of Codeforces. */
  collection: (typeof COLLECTIONS)[number];
  /** Number of a contest, or an address with it. */
  contest: string;
}

/** What is to be scanned; null: all that the server lists; undefined: the fields do not tell. */
export function readScope(kind: ScanScope, { collection, contest }: ChosenScope): string | null | undefined {
  const typed = contest.trim();
  const number = /^\d{1,7}$/.test(typed) ? `${Number(typed)}` : undefined;
  switch (kind) {
    case 'list':
      return null;
    case 'codeforces':
      return collection === 'contest' ? number : collection;
    case 'contests':
      return typed === '' ? null : number;
    case 'contest':
      return readYandexContest(contest)?.number;
  }
}

export interface ScopeFieldsProps {
  kind: ScanScope;
  system: OutsideServerType;
  chosen: ChosenScope;
  hasFault: boolean;
  onChange: (part: Partial<ChosenScope>) => void;
}

/** Asks what is to be scanned, where a system has more than one list. */
export function ScopeFields({ kind, system, chosen, hasFault, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation();
  if (kind === 'list') return null;
  const asksContest = kind !== 'codeforces' || chosen.collection === 'contest';
  return (
    <>
      {kind === 'codeforces' && (
        <SegmentedControl
          aria-label={t('outsideJobs.collection')}
          value={chosen.collection}
          data={COLLECTIONS.map((value) => ({ value, label: t(`outsideJobs.collection.${value}`) }))}
          onChange={(value) =>
            onChange({ collection: COLLECTIONS.find((one) => one === value) ?? 'archive' })
          }
        />
      )}
      {asksContest && (
        <TextInput
          label={t(`outsideJobs.contest.${kind}`)}
          description={t(`outsideJobs.contestHint.${kind}`)}
          value={chosen.contest}
          error={hasFault && t(`outsideJobs.contestFault.${kind}`)}
          inputMode={kind === 'contest' ? 'url' : 'numeric'}
          onChange={({ target }) => onChange({ contest: target.value })}
        />
      )}
      {kind === 'contest' && <SeenContest system={system} text={chosen.contest} />}
    </>
  );
}

/** The contest of Yandex that was recognised; one of the official site is read over the API. */
function SeenContest({ system, text }: { system: OutsideServerType; text: string }) {
  const { t } = useTranslation();
  const systemName = useSystemName();
  const seen = readYandexContest(text);
  const isElsewhere = seen?.isOfficial === true && system === 'yandex';
  return (
    <p className={classes.hint} role="status">
      {seen && t(seen.isOfficial ? 'outsideJobs.seenOfficial' : 'outsideJobs.seenContest', { ...seen })}{' '}
      {isElsewhere && (
        <Link to={outsidePath({ system: 'yandexOfficial', contest: seen.number })}>
          {t('outsideJobs.readOver', { system: systemName('yandexOfficial') })}
        </Link>
      )}
    </p>
  );
}
