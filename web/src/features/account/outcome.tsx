import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '#features/account/outcome.module.css';

/** How something went, what it means, and where to go from here. Read aloud when it takes the place of a form. */
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
  /** Something must be finished before the way leads on. */
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
