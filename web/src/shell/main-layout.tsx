import { Outlet, useLocation } from 'react-router';
import { useMe } from '#shared/api/queries/session.ts';
import { ConfinedState } from '#shared/ui/states/confined.tsx';
import { Header } from '#shell/header.tsx';
import { PageFrame } from '#shell/page-frame.tsx';

/** Screens outside of contests that stay open in contest mode. */
const OPEN = /^\/(?:contests|profile|contacts)(?:\/|$)/;

/** The frame of screens outside a contest. */
export function Component() {
  const { pathname } = useLocation();
  const [contest] = useMe().confinedTo ?? [];
  return (
    <PageFrame header={<Header />}>
      {contest && !OPEN.test(pathname) ? <ConfinedState contest={contest} /> : <Outlet />}
    </PageFrame>
  );
}
