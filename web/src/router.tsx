import type { QueryClient } from '@tanstack/react-query';
import { createBrowserRouter } from 'react-router';
import { addressesOf } from '#addresses.ts';
import { Root } from '#shell/root.tsx';
import { RouteError } from '#shell/route-error.tsx';
import { StartScreen } from '#shell/start-screen.tsx';

/** Shows the screens of all addresses in the frame of the site. */
export function createRouter(queryClient: QueryClient) {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: StartScreen,
      children: addressesOf(queryClient),
    },
  ]);
}
