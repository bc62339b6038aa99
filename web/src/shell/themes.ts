import type { MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

/** Themes to choose from. */
export const THEMES = [
  { scheme: 'light', icon: IconSun, key: 'theme.light' },
  { scheme: 'dark', icon: IconMoon, key: 'theme.dark' },
  { scheme: 'auto', icon: IconDeviceDesktop, key: 'theme.system' },
] as const satisfies { scheme: MantineColorScheme; icon: unknown; key: string }[];
