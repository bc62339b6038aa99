import type { FirstRun, FirstStep } from '@balloon/contracts/site/first-run.ts';
import { IconPlayerPlay, IconPuzzle, IconTrophy, IconUsers, type TablerIcon } from '@tabler/icons-react';

/** Ways to do a step, the usual one first: keys of their texts and addresses. */
export type StepLinks = readonly { key: string; to: string }[];

export const STEP_ICONS: Record<FirstStep, TablerIcon> = {
  people: IconUsers,
  problems: IconPuzzle,
  contest: IconTrophy,
  go: IconPlayerPlay,
};

/** Where a step is done; nowhere while a former one is missing. */
export function stepLinks(step: FirstStep, { nextContest }: FirstRun): StepLinks {
  if (step !== 'go') return LINKS[step];
  return nextContest === null
    ? []
    : [{ key: 'firstRun.toControl', to: `/admin/contests/${nextContest.id}/live` }];
}

const LINKS: Record<Exclude<FirstStep, 'go'>, StepLinks> = {
  people: [
    { key: 'firstRun.toImport', to: '/admin/users/create-into-group' },
    { key: 'firstRun.toPerson', to: '/admin/users/create' },
    { key: 'firstRun.toGroups', to: '/admin/groups' },
  ],
  problems: [{ key: 'firstRun.toUpload', to: '/admin/problems/upload' }],
  contest: [{ key: 'firstRun.toContest', to: '/admin/contests/create' }],
};
