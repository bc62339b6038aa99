import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const CHOICES = [
  { scheme: 'light', icon: IconSun, key: 'theme.light' },
  { scheme: 'dark', icon: IconMoon, key: 'theme.dark' },
  { scheme: 'auto', icon: IconDeviceDesktop, key: 'theme.system' },
] as const satisfies { scheme: MantineColorScheme; icon: unknown; key: string }[];

/** Light, dark, or as the system. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const Icon = CHOICES.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconSun;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('theme.label')}>
          <Icon size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The three choices as items of any menu. */
export function ThemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return CHOICES.map(({ scheme, icon: Icon, key }) => (
    <Menu.Item
      key={scheme}
      leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
      rightSection={scheme === colorScheme ? <IconCheck size={16} aria-hidden /> : undefined}
      aria-current={scheme === colorScheme}
      onClick={() => setColorScheme(scheme)}
    >
      {t(key)}
    </Menu.Item>
  ));
}
