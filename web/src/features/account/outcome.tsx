import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '#features/account/outcome.module.css';

/** Result of an action, its meaning, and a link onward. Read aloud when it takes the place of a form. */
export function Outcome({
  icon,
  text,
  action,
  isGood = false,
  isLoading = false,
}: {
  icon: ReactNode;
  text: ReactNode;
  action?: { to: string; text: string };
  isGood?: boolean;
  /** Whether something must still finish before the link can be followed. */
  isLoading?: boolean;
}) {
  return (
    <div className={classes.outcome} data-good={isGood} role="status">
      <div className={classes.icon}>{icon}</div>
      <div className={classes.text}>{text}</div>
      {action && !isLoading && (
        <Button component={Link} to={action.to} size="lg" fullWidth>
          {action.text}
        </Button>
      )}
      {action && isLoading && (
        <Button size="lg" fullWidth loading>
          {action.text}
        </Button>
      )}
    </div>
  );
}
