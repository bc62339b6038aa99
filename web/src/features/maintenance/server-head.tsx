import { useTranslation } from 'react-i18next';
import { useAttention } from '#features/maintenance/outside-attention.data.ts';
import {
  OUTSIDE_PATH,
  SERVER_VIEWS,
  SETTINGS_PATH,
  type ServerView,
  serverPath,
} from '#features/maintenance/server.url.ts';
import { LinkTabs, ListHead } from '#shared/ui/lists/list-head.tsx';

/** Head of the server's screens: their name, and the way from one to another. */
export function ServerHead({ current }: { current: ServerView | 'outside' | 'settings' }) {
  const { t } = useTranslation();
  const attention = useAttention();
  return (
    <ListHead title={t('admin.server')}>
      <LinkTabs
        label={t('server.views')}
        tabs={[
          ...SERVER_VIEWS.map((view) => ({
            name: t(`server.view.${view}`),
            to: serverPath({ view }),
            isCurrent: view === current,
          })),
          {
            name:
              attention > 0 ? t('server.view.outsideWaits', { number: attention }) : t('server.view.outside'),
            to: OUTSIDE_PATH,
            isCurrent: current === 'outside',
          },
          { name: t('server.view.settings'), to: SETTINGS_PATH, isCurrent: current === 'settings' },
        ]}
      />
    </ListHead>
  );
}
