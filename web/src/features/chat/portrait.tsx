import type { PublicUser } from '@balloon/contracts/users.ts';
import { IconHeadset } from '@tabler/icons-react';
import classes from '#features/chat/portrait.module.css';

/** A person's initials in a circle; null is the support. */
export function Portrait({ user }: { user: PublicUser | null }) {
  if (user === null) {
    return (
      <span className={classes.portrait} aria-hidden>
        <IconHeadset size={20} stroke={1.7} />
      </span>
    );
  }
  const initials = user.firstName.slice(0, 1) + user.lastName.slice(0, 1) || user.username.slice(0, 2);
  return (
    <span className={classes.portrait} aria-hidden>
      {initials.toUpperCase()}
    </span>
  );
}
