import { useTranslation } from 'react-i18next';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';

/** Parts of ratings in the admin area; only admins compute. */
export function RatingAdminTabs({ current }: { current: 'create' | 'compute' }) {
  const { t } = useTranslation();
  if (!isAdminUser(useMe())) return null;
  return (
    <LinkTabs
      label={t('rating.views')}
      tabs={(['create', 'compute'] as const).map((part) => ({
        name: t(`ratingAdmin.${part}`),
        to: `/admin/rating/${part}`,
        isCurrent: part === current,
      }))}
    />
  );
}
