import type { Group } from '@balloon/contracts/contests.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#shared/ui/labels/group-chips.module.css';

/** Number of groups, and of letters in their names, that are shown before somebody asks for all. */
const SHOWN = 6;
const SHOWN_LETTERS = 120;

/** Names of groups, each in its colour; of many the first ones, with a button for the others. */
export function GroupChips({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  if (groups.length === 0) return null;
  const named = namedNumber(groups);
  const hasMany = groups.length > named + 1; // a button for one would take its place
  const shown = hasMany && !showsAll ? groups.slice(0, named) : groups;
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
            {showsAll ? t('groups.fewerNames') : t('groups.moreNames', { count: groups.length - named })}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Number of groups whose names fit: long ones take a line or two of a phone each. */
function namedNumber(groups: readonly Group[]): number {
  let letters = 0;
  const fitting = groups.slice(0, SHOWN).filter(({ name }) => {
    letters += name.length;
    return letters <= SHOWN_LETTERS;
  });
  return Math.max(1, fitting.length);
}
