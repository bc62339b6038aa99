import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { measureServerClock } from '#shared/server-clock.ts';
import { useShortcuts } from '#shell/use-shortcuts.ts';

/** What every screen has, whoever looks at it. */
export function Root() {
  useShortcuts();
  useEffect(() => void measureServerClock(), []);
  return (
    <>
      <ScrollRestoration />
      <Outlet />
    </>
  );
}
