import type { ChangedMeanwhile } from '@balloon/contracts/audit.ts';
import type { SavedGroup } from '@balloon/contracts/groups.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type GroupFields, GroupForm } from '#features/groups/group-form.tsx';
import { forgetGroups, groupQuery, saveGroup } from '#features/groups/groups.data.ts';
import { StaleNotice } from '#features/groups/stale-notice.tsx';
import { ApiError } from '#shared/api/api-error.ts';
import { showDone, showError } from '#shared/ui/toasts.ts';
import { useLeaveGuard } from '#shared/ui/use-leave-guard.ts';

export interface GroupSettingsProps {
  group: SavedGroup;
  /** Version on top of which the form edits. */
  version: number;
  onSaved: (version: number) => void;
}

const fieldsOf = ({ name, color, ratingFormula, ratesSilent }: SavedGroup): GroupFields => ({
  ...{ name, color, ratingFormula, ratesSilent },
});

/** Form of an existing group. Who saves on top of another edit learns of it and decides. */
export function GroupSettings({ group, version, onSaved }: GroupSettingsProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  // As of opening: edits of others must not replace what is being typed.
  const [initial, setInitial] = useState(() => fieldsOf(group));
  const [isChanged, setChanged] = useState(false);
  const [stale, setStale] = useState<ChangedMeanwhile | null>(null);
  useLeaveGuard(isChanged);
  const { queryKey } = groupQuery(group.id);

  function show(saved: SavedGroup) {
    setInitial(fieldsOf(saved));
    setChanged(false);
    setStale(null);
    onSaved(saved.version);
  }
  const save = useMutation({
    mutationFn: (fields: GroupFields) =>
      saveGroup(group.id, { ...fields, version: stale?.version ?? version }),
    meta: { ownError: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKey, (page) => page && { ...page, group: saved });
      show(saved);
      showDone(t('groups.saved'));
      await forgetGroups(queryClient);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE')
        setStale(error.facts as unknown as ChangedMeanwhile);
      else showError(error);
    },
  });
  async function takeTheirs() {
    await queryClient.invalidateQueries({ queryKey });
    const page = queryClient.getQueryData(queryKey);
    if (page) show(page.group);
  }
  return (
    <GroupForm
      key={JSON.stringify(initial)}
      initial={initial}
      yes={t(stale ? 'groups.saveOver' : 'groups.save')}
      isPending={save.isPending}
      onChanged={setChanged}
      onSave={(fields) => save.mutate(fields)}
      notice={stale && <StaleNotice stale={stale} onTake={() => void takeTheirs()} />}
    />
  );
}
