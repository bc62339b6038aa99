import { Outlet } from 'react-router';
import { Header } from '#shell/header.tsx';
import { PageFrame } from '#shell/page-frame.tsx';

/** The frame of screens outside a contest. */
export function Component() {
  return (
    <PageFrame header={<Header />}>
      <Outlet />
    </PageFrame>
  );
}
