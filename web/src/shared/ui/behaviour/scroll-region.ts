import { createElement, type ReactNode, type Ref } from 'react';

export interface ScrollRegionProps {
  as?: 'section' | 'div' | 'pre' | 'code' | 'ol';
  /** Name for people who hear the page. */
  label: string;
  /** Instead of the element's own; an element without one is a group. */
  role?: 'log';
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** Elements that have a role which takes a name. */
const NAMED = ['section', 'ol'];

/** Something that scrolls inside. It takes the focus, since arrow keys scroll only what has it. */
export function ScrollRegion({ as = 'section', label, role, className, ...props }: ScrollRegionProps) {
  const usual = NAMED.includes(as) ? undefined : 'group';
  const names = ['scroll-region', className].filter(Boolean).join(' ');
  return createElement(as, {
    ...props,
    className: names,
    role: role ?? usual,
    'aria-label': label,
    tabIndex: 0,
  });
}
