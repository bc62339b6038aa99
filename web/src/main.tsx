import '#shared/look/tokens.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/golos-text/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '#shared/look/global.css';
import '#shared/look/patterns.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from '#router.tsx';
import { noteTouches } from '#shared/api/browser/renew-page.ts';
import { startServiceWorker } from '#shared/api/browser/start-service-worker.ts';
import { startTestMode } from '#shared/api/browser/test-mode.ts';
import { disconnectSocket } from '#shared/api/live/socket.ts';
import { meQuery, signInPath } from '#shared/api/queries/session.ts';
import { printOnWhite } from '#shared/look/print.ts';
import { cssVariables, theme } from '#shared/look/theme.ts';
import { showStartTrouble } from '#shared/text/first-texts.ts';
import { startI18n } from '#shared/text/i18n.ts';
import { keepDialogsInUse } from '#shared/ui/behaviour/dialogs-in-use.ts';
import { dropDoubleClicks } from '#shared/ui/behaviour/double-clicks.ts';
import { createQueryClient } from '#shell/query-client.ts';

noteTouches();
startTestMode(location.search, () => sessionStorage);
const queryClient = createQueryClient(goToSignIn);
const router = createRouter(queryClient);

/** Leads to the sign-in form, and back afterwards, when the session ended while the page was open. */
function goToSignIn(): void {
  if (location.pathname.startsWith('/auth')) return;
  queryClient.setQueryData(meQuery.queryKey, null);
  disconnectSocket();
  void router.navigate(signInPath(location), { replace: true });
}

async function start(root: HTMLElement): Promise<void> {
  await Promise.all([startI18n(() => showStartTrouble(root)), globalThis.earlyStyles]);
  printOnWhite();
  dropDoubleClicks();
  keepDialogsInUse();
  startServiceWorker();
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
