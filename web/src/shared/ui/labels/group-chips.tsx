import type { Group } from '@balloon/contracts/contests.ts';
import classes from '#shared/ui/labels/group-chips.module.css';

/** Names of groups, each in its colour. */
export function GroupChips({ groups }: { groups: readonly Group[] }) {
  if (groups.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {groups.map((group) => (
        <li key={group.id} className={classes.chip}>
          <span className={classes.dot} style={{ background: group.color }} aria-hidden />
          {group.name}
        </li>
      ))}
    </ul>
  );
}
