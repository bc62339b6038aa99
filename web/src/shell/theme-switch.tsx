import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { later } from '#shared/ui/behaviour/after-screen.ts';
import { MenuButton } from '#shared/ui/floating/menu-button.tsx';
import { THEMES } from '#shell/themes.ts';

const items = later(() => import('#shell/theme-items.tsx'));

/** Light, dark, or as the system. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const Icon = THEMES.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconSun;
  const button = (
    <ActionIcon aria-label={t('theme.label')}>
      <Icon size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
  return (
    <MenuButton button={button} items={items}>
      {({ ThemeItems }) => <ThemeItems />}
    </MenuButton>
  );
}
