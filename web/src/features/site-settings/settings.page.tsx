import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import type { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerHead } from '#features/maintenance/server-head.tsx';
import { ContactsSection } from '#features/site-settings/contacts-section.tsx';
import { LimitsSection } from '#features/site-settings/limits-section.tsx';
import { LooksSection } from '#features/site-settings/looks-section.tsx';
import { MailSection } from '#features/site-settings/mail-section.tsx';
import { settingsQuery } from '#features/site-settings/settings.data.ts';
import classes from '#features/site-settings/settings.module.css';
import { TelegramSection } from '#features/site-settings/telegram-section.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/server/settings: what an admin may set without a shell. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('admin.server'));
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <div className={classes.page}>
      <ServerHead current="settings" />
      {settings && <Sections settings={settings} />}
      {!settings && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!settings && !error && <SettingsSkeleton />}
    </div>
  );
}

function Sections({ settings }: { settings: SiteSettings }) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState<readonly SettingSection[]>([]);
  useLeaveGuard(changed.length > 0);
  const onChanged = useCallback((section: SettingSection, isChanged: boolean) => {
    setChanged((all) => {
      const others = all.filter((one) => one !== section);
      if (isChanged === all.includes(section)) return all;
      return isChanged ? [...others, section] : others;
    });
  }, []);
  return (
    <>
      <p className={classes.note}>{t('settings.note')}</p>
      <LooksSection settings={settings.looks} onChanged={onChanged} />
      <ContactsSection settings={settings.contacts} onChanged={onChanged} />
      <MailSection settings={settings.mail} onChanged={onChanged} />
      <TelegramSection settings={settings.telegram} onChanged={onChanged} />
      <LimitsSection settings={settings.limits} onChanged={onChanged} />
    </>
  );
}

const FIELDS = ['name', 'color', 'logo', 'icon'];

/** Placeholder in the shape of a section. */
function SettingsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.form} aria-busy="true" role="status" aria-label={t('progress.label')}>
      <Skeleton height={28} width={180} mt={28} />
      {FIELDS.map((field) => (
        <Skeleton key={field} height={58} />
      ))}
    </div>
  );
}
