import type { AuditEntry } from '@balloon/contracts/site/audit.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/audit/audit.module.css';
import { fieldText, type Names, valueText } from '#features/audit/value-text.ts';
import { groupsQuery } from '#shared/api/queries/groups.ts';
import { useFormats } from '#shared/text/format.ts';

type State = AuditEntry['before'];

/** Fields of a change, in the order of the state after it. */
export const changedFields = ({ before, after }: { before: State; after: State }): string[] => [
  ...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]),
];

/** A change field by field: as it was, and as it became. A column without values is left out. */
export function StateDiff({ before, after }: { before: State; after: State }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const fields = changedFields({ before, after });
  const names = useGroupNames(fields.includes('groupIds'));
  return (
    <div className={classes.scroll}>
      <table className={classes.diff}>
        <thead>
          <tr>
            <th scope="col">{t('audit.fieldHead')}</th>
            {before && <th scope="col">{t('audit.before')}</th>}
            {after && <th scope="col">{t(before ? 'audit.after' : 'audit.value')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row" className={classes.field}>
                {fieldText(field)}
              </th>
              {before && <td className={classes.was}>{valueText(field, before[field], formats, names)}</td>}
              {after && <td>{valueText(field, after[field], formats, names)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Names of the reader's groups, as they are now; an unknown or deleted one keeps its number. */
function useGroupNames(isNeeded: boolean): Names {
  const { data } = useQuery({ ...groupsQuery(''), enabled: isNeeded });
  return (field, id) =>
    field === 'groupIds' ? data?.groups.find((group) => group.id === id)?.name : undefined;
}
