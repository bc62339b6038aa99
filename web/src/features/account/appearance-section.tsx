import { isLocale, LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProfileRow, ProfileSection } from '#features/account/profile-section.tsx';
import { changeLocale, LOCALE_NAMES, useLocale } from '#shared/text/i18n.ts';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** Theme and language of the interface in this browser. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ProfileSection title={t('profile.appearance')}>
      <ProfileRow
        action={
          <SegmentedControl
            size="md"
            aria-label={t('footer.language')}
            value={locale}
            data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
            onChange={(value) => void (isLocale(value) && changeLocale(value).catch(showError))}
          />
        }
      >
        {t('footer.language')}
      </ProfileRow>
      <ProfileRow
        action={
          <SegmentedControl
            size="md"
            aria-label={t('theme.label')}
            value={colorScheme}
            data={[
              { value: 'light', label: t('theme.light') },
              { value: 'dark', label: t('theme.dark') },
              { value: 'auto', label: t('theme.system') },
            ]}
            onChange={(value) => setColorScheme(value as MantineColorScheme)}
          />
        }
      >
        {t('theme.label')}
      </ProfileRow>
    </ProfileSection>
  );
}
