import type { ImportFate, ImportTeamsReport } from '@balloon/contracts/people/team-import.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import classes from '#features/team-import/team-import.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { Notice } from '#shared/ui/states/notice.tsx';

/** Most faults, and most teams, that are drawn. */
const SHOWN = 200;

/** What an import would do: numbers of each kind, then every team. */
export function ImportReport({ report }: { report: ImportTeamsReport }) {
  const { t } = useTranslation();
  const { teams, organizations, groups, staff } = report;
  return (
    <>
      <ul className={classes.counts}>
        <FateCount name={t('teamImport.kind.organizations')} fates={organizations.map(({ fate }) => fate)} />
        <FateCount name={t('teamImport.kind.groups')} fates={groups.map(({ fate }) => fate)} />
        <FateCount name={t('teamImport.kind.teams')} fates={teams.map(({ fate }) => fate)} />
        <FateCount name={t('teamImport.kind.staff')} fates={staff.map(({ fate }) => fate)} />
      </ul>
      {teams.length > 0 && (
        <ScrollRegion className={classes.scroll} label={t('teamImport.kind.teams')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('teamImport.team')}</th>
                <th scope="col">{t('teamImport.organization')}</th>
                <th scope="col">{t('userImport.column.username')}</th>
                <th scope="col">{t('teamImport.seat')}</th>
                <th scope="col">{t('teamImport.groups')}</th>
                <th scope="col">{t('userImport.fate')}</th>
              </tr>
            </thead>
            <tbody>
              {teams.slice(0, SHOWN).map((team) => (
                <tr key={team.foreignId}>
                  <th scope="row">{team.name}</th>
                  <td>{team.organization}</td>
                  <td>{team.username}</td>
                  <td>{team.seat}</td>
                  <td>{team.groups.join(', ')}</td>
                  <td>{t(`teamImport.fate.${team.fate}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {teams.length > SHOWN && <p>{t('teamImport.more', { count: teams.length - SHOWN })}</p>}
    </>
  );
}

/** Errors and remarks about the files; nothing where there are none. */
export function ImportFaults({ faults }: Pick<ImportTeamsReport, 'faults'>) {
  const { t } = useTranslation();
  if (faults.length === 0) return null;
  const all = distinct(faults);
  const errors = all.filter(({ isError }) => isError);
  return (
    <Notice
      tone={errors.length > 0 ? 'failure' : 'warning'}
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={
        errors.length > 0
          ? t('teamImport.errors', { count: errors.length })
          : t('teamImport.faults', { count: all.length })
      }
    >
      <ul className={classes.faults}>
        {all.slice(0, SHOWN).map((fault) => (
          <li key={keyOf(fault)}>
            {placeOf(fault, t)}
            {t(`teamImport.fault.${fault.code}`)} {fault.detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type Fault = ImportTeamsReport['faults'][number];

/** File and entry of a fault; nothing for one of the whole package. An entry whose fields are wrong is named by its number. */
function placeOf({ file, entry, code }: Fault, t: TFunction): string {
  const isNumbered = entry !== '' && (code === 'FIELD_INVALID' || code === 'FIELD_MISSING');
  const kind = /\.(csv|tsv)$/i.test(file) ? 'row' : 'entry';
  const places = [file, isNumbered ? t(`teamImport.${kind}`, { number: entry }) : entry].filter(Boolean);
  return places.length > 0 ? `${places.join(', ')}: ` : '';
}

const keyOf = ({ file, entry, code, detail }: Fault) => `${file} ${entry} ${code} ${detail}`;

/** Faults, each once. */
const distinct = (faults: readonly Fault[]) => [
  ...new Map(faults.map((fault) => [keyOf(fault), fault])).values(),
];

/** Numbers of entries by what becomes of them; nothing where there are none. */
export function FateCount({ name, fates }: { name: string; fates: readonly ImportFate[] }) {
  const { t } = useTranslation();
  if (fates.length === 0) return null;
  const parts = (['create', 'update', 'same'] as const).flatMap((fate) => {
    const count = fates.filter((one) => one === fate).length;
    return count === 0 ? [] : t('teamImport.countOf', { fate: t(`teamImport.fate.${fate}`), count });
  });
  return (
    <li>
      <strong>{name}</strong>: {parts.join(', ')}
    </li>
  );
}
