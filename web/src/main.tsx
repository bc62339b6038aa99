import '#shared/tokens.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/golos-text/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '#shared/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startI18n } from '#shared/i18n.ts';
import { printOnWhite } from '#shared/print.ts';
import { createQueryClient } from '#shared/query-client.ts';
import { meQuery, signInPath } from '#shared/session.ts';
import { disconnectSocket } from '#shared/socket.ts';
import { cssVariables, theme } from '#shared/theme.ts';
import { createRouter } from './router.tsx';

const queryClient = createQueryClient(goToSignIn);
const router = createRouter(queryClient);

/** The session ended while the page was open: sign in again and come back. */
function goToSignIn(): void {
  if (location.pathname.startsWith('/auth')) return;
  queryClient.setQueryData(meQuery.queryKey, null);
  disconnectSocket();
  void router.navigate(signInPath(location), { replace: true });
}

async function start(root: HTMLElement): Promise<void> {
  await startI18n();
  printOnWhite();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root !== null) void start(root);
