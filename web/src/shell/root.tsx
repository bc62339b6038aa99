import { lazy, Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { usePaletteKey } from '#features/admin-search/use-palette-key.ts';
import { renewIfDue } from '#shared/api/browser/renew-page.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { whenQuiet } from '#shared/api/browser/when-idle.ts';
import { measureServerClock } from '#shared/api/live/server-clock.ts';
import { scrollKey } from '#shell/scroll-key.ts';
import { useShortcuts } from '#shell/use-shortcuts.ts';

/** Loaded after the screen, which nobody asks anything before it is shown. */
const Overlays = lazy(async () => {
  await whenQuiet();
  return untilLoaded(() => import('#shell/overlays.tsx'));
});

/** Elements of every screen, for every viewer. */
export function Root() {
  useShortcuts();
  usePaletteKey();
  useEffect(() => void measureServerClock(), []);
  const { pathname } = useLocation();
  useEffect(() => renewIfDue(pathname), [pathname]);
  return (
    <>
      <ScrollRestoration getKey={scrollKey} />
      <Outlet />
      {/* Inside the router, so that dialogs and toasts may contain links. */}
      <Suspense>
        <Overlays />
      </Suspense>
    </>
  );
}
