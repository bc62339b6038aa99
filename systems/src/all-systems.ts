import { acmp } from '#acmp/acmp.ts';
import { cf } from '#cf/cf.ts';
import { ejudge } from '#ejudge/ejudge.ts';
import type { OutsideSystem, OutsideType } from '#outside-system.ts';
import { sgu } from '#sgu/sgu.ts';
import { timus } from '#timus/timus.ts';
import { yandex } from '#yandex/yandex.ts';
import { yandexOfficial } from '#yandex-official/yandex-official.ts';

/** Adapters of all outside systems by type. */
export const ALL_SYSTEMS: Readonly<Record<OutsideType, OutsideSystem>> = {
  ...{ acmp, cf, ejudge, sgu, timus },
  ...{ yandex, yandexOfficial },
};
