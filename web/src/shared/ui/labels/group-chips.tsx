import type { Group } from '@balloon/contracts/contests.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/labels/group-chips.module.css';

/** Number of groups that are named before somebody asks for all. */
const SHOWN = 6;

/** Names of groups, each in its colour; of many the first ones, with a button for the others. */
export function GroupChips({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  if (groups.length === 0) return null;
  const hasMany = groups.length > SHOWN + 1; // a button for one would take its place
  const shown = hasMany && !showsAll ? groups.slice(0, SHOWN) : groups;
  return (
    <ul className={classes.chips}>
      {shown.map((group) => (
        <li key={group.id} className={classes.chip}>
          <span className={classes.dot} style={{ background: group.color }} aria-hidden />
          {group.name}
        </li>
      ))}
      {hasMany && (
        <li>
          <button
            type="button"
            className={classes.more}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? t('groups.fewerNames') : t('groups.moreNames', { count: groups.length - SHOWN })}
          </button>
        </li>
      )}
    </ul>
  );
}
