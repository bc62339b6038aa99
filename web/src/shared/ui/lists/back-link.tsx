import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '#shared/ui/lists/back-link.module.css';

/** Way from a screen to the list above it. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classes.back} to={to}>
      <IconArrowLeft size={18} aria-hidden />
      {children}
    </Link>
  );
}
