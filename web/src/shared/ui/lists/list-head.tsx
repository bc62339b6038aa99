import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { scrollToEntry } from '#shared/ui/behaviour/scroll-to-entry.ts';
import classes from '#shared/ui/lists/list-head.module.css';

/** Head of a list: its name, and beside it choices and actions. */
export function ListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </header>
  );
}

export interface LinkTab {
  name: string;
  to: string;
  isCurrent: boolean;
}

/** Views of one list, each with an address of its own. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, to, isCurrent }) => (
        <Link
          key={to} // a name may count something
          ref={isCurrent ? scrollToEntry : undefined}
          className={classes.tab}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
