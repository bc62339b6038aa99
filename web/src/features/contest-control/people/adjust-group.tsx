import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adjustPeople, useControlAction } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/people/people-list.module.css';
import { scoreboardGroupsQuery } from '#features/contests/scoreboard-groups.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

interface Decision {
  id: number;
  name: string;
  isOfficial: boolean;
}

/** Takes everybody of a group out of competition, or puts them into it; nothing where no participant is in a group. */
export function AdjustGroup({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(scoreboardGroupsQuery(contestId));
  const groups = data?.groups ?? [];
  const [chosenId, setChosenId] = useState<number | null>(null);
  const group = groups.find(({ id }) => id === chosenId) ?? groups[0];
  const adjusting = useControlAction(
    contestId,
    ({ id: groupId, isOfficial }: Decision) =>
      adjustPeople(contestId, { groupId, adjustment: { isOfficial } }),
    (_, { name }) => showDone(t('adjust.groupDone', { name })),
  );
  if (!group) return null;
  async function decide(isOfficial: boolean) {
    if (!group) return;
    const { id, name } = group;
    const isSure = await confirm({
      title: t(isOfficial ? 'adjust.groupInTitle' : 'adjust.groupOutTitle', { name }),
      text: t('adjust.groupText'),
      yes: t(isOfficial ? 'adjust.groupIn' : 'adjust.groupOut'),
    });
    if (!isSure) return;
    adjusting.mutate({ id, name, isOfficial });
  }
  return (
    <fieldset className={classes.group}>
      <legend className={classes.subtitle}>{t('adjust.groupTitle')}</legend>
      <NativeSelect
        aria-label={t('adjust.group')}
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(group.id)}
        onChange={(event) => setChosenId(Number(event.currentTarget.value))}
      />
      <Button variant="default" loading={adjusting.isPending} onClick={() => void decide(false)}>
        {t('adjust.groupOut')}
      </Button>
      <Button variant="default" loading={adjusting.isPending} onClick={() => void decide(true)}>
        {t('adjust.groupIn')}
      </Button>
    </fieldset>
  );
}
