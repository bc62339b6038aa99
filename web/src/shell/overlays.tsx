import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { onMissingPart } from '#shared/api/browser/renew-page.ts';
import { keepFocus } from '#shared/ui/behaviour/keep-focus.ts';
import { startShowingModals } from '#shared/ui/dialogs/modals.ts';
import { showMissingPart } from '#shared/ui/toasts/missing-part-toast.tsx';

/** What lies over every screen, for every viewer: questions and toasts. Those that come earlier wait for it. */
export default function Overlays() {
  return (
    <>
      <ModalsProvider>
        <Notifications position="top-right" limit={4} zIndex={400} />
      </ModalsProvider>
      <Ready />
    </>
  );
}

/** Comes after the provider, whose effects run first: it listens by then. */
function Ready() {
  useEffect(startShowingModals, []);
  useEffect(keepFocus, []);
  useEffect(() => onMissingPart(showMissingPart), []);
  return null;
}
