import type { z } from 'zod';
import { DATA_SETTINGS } from '#settings/data-settings.ts';
import { JUDGING_SETTINGS } from '#settings/judging-settings.ts';
import { SERVICE_SETTINGS } from '#settings/service-settings.ts';
import type { Setting } from '#settings/setting.ts';
import { WEB_SETTINGS } from '#settings/web-settings.ts';

/** Everything that can be set, in the order in which the help shows it. */
export const SETTINGS = {
  ...WEB_SETTINGS,
  ...DATA_SETTINGS,
  ...JUDGING_SETTINGS,
  ...SERVICE_SETTINGS,
} as const satisfies Record<string, Setting>;

export type Settings = { [Key in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Key]['schema']> } & {
  /** Always a directory, which need not exist. */
  testlibDir: string;
  backupDir: string;
};

export type SettingKey = keyof typeof SETTINGS;
/** Settings that the operator has set, and where: these decide, whatever admins enter in the browser. */
export type GivenSettings = Readonly<Partial<Record<SettingKey, 'environment' | 'envFile'>>>;
/** What an empty database gets. */
export type SampleExtent = Settings['sampleData'];
