import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { scrollToEntry } from '#shared/ui/behaviour/scroll-to-entry.ts';
import contestClasses from '#shared/ui/lists/contest-head.module.css';
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

export interface ContestHeadProps {
  title: string;
  /** Name of the contest, or what else stands under the title. */
  contest: ReactNode;
  /** Name of the navigation, where the children are links to other screens. */
  label?: string;
  /** Whether paper shows it, too. */
  isPrinted?: boolean;
  children: ReactNode;
}

/** Head of a screen about one contest: what it is, of which contest, and the ways from here. */
export function ContestHead({ title, contest, label, isPrinted = true, children }: ContestHeadProps) {
  const Links = label === undefined ? 'div' : 'nav';
  return (
    <header className={isPrinted ? contestClasses.head : `${contestClasses.head} no-print`}>
      <div className={contestClasses.naming}>
        <h1 className={contestClasses.title}>{title}</h1>
        <p className={contestClasses.contest}>{contest}</p>
      </div>
      <Links className={contestClasses.links} aria-label={label}>
        {children}
      </Links>
    </header>
  );
}
