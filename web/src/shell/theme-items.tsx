import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { THEMES } from '#shell/themes.ts';

/** The three choices of a theme as items of any menu. */
export function ThemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return THEMES.map(({ scheme, icon: Icon, key }) => (
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
