import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { usePaletteKey } from '#features/admin-search/use-palette-key.ts';
import { measureServerClock } from '#shared/api/server-clock.ts';
import { useShortcuts } from '#shell/use-shortcuts.ts';

/** Elements of every screen, for every viewer. */
export function Root() {
  useShortcuts();
  usePaletteKey();
  useEffect(() => void measureServerClock(), []);
  return (
    // Inside the router, so that dialogs and toasts may contain links.
    <ModalsProvider>
      <Notifications position="top-right" limit={4} zIndex={400} />
      <ScrollRestoration />
      <Outlet />
    </ModalsProvider>
  );
}
