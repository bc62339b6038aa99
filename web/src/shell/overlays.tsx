import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/** What lies over every screen, for every viewer: questions and toasts. Those that come earlier wait for it. */
export default function Overlays() {
  return (
    <ModalsProvider>
      <Notifications position="top-right" limit={4} zIndex={400} />
    </ModalsProvider>
  );
}
