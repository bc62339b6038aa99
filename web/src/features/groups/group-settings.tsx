import type { SavedGroup } from '@balloon/contracts/people/groups.ts';
import type { ChangedMeanwhile } from '@balloon/contracts/site/audit.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StaleNotice, staleFacts } from '#features/audit/stale-notice.tsx';
import { type GroupFields, GroupForm, useGroupForm } from '#features/groups/group-form.tsx';
import { forgetGroups, groupQuery, saveGroup } from '#features/groups/groups.data.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

export interface GroupSettingsProps {
  group: SavedGroup;
  /** Version on top of which the form edits. */
  version: number;
  onSaved: (version: number) => void;
  /** Told whether there is something that is not saved. */
  onChanged: (isChanged: boolean) => void;
}

const fieldsOf = ({ name, color, ratingFormula, ratesSilent }: SavedGroup): GroupFields => ({
  ...{ name, color, ratingFormula, ratesSilent },
});

/** Form of an existing group. Who saves on top of another edit learns of it and decides. */
export function GroupSettings({ group, version, onSaved, onChanged }: GroupSettingsProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useGroupForm(fieldsOf(group));
  const [stale, setStale] = useState<ChangedMeanwhile | null>(null);
  useEffect(() => onChanged(form.isChanged), [onChanged, form.isChanged]);
  const query = groupQuery(group.id);

  function show(saved: SavedGroup, sent?: GroupFields) {
    form.take(fieldsOf(saved), sent);
    setStale(null);
    onSaved(saved.version);
  }
  const save = useMutation({
    mutationFn: ({ fields, onTopOf }: { fields: GroupFields; onTopOf: number }) =>
      saveGroup(group.id, { ...fields, version: onTopOf }),
    meta: { ownError: true },
    onSuccess: async (saved, { fields }) => {
      changeLoaded(queryClient, query.queryKey, (page) => page && { ...page, group: saved });
      show(saved, fields);
      showDone(t('groups.saved'));
      await forgetGroups(queryClient);
    },
    onError: (error) => {
      const facts = staleFacts(error);
      setStale(facts);
      if (facts === null) showError(error);
    },
  });
  async function takeTheirs() {
    const page = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    show(page.group);
  }
  return (
    <GroupForm
      stored={form}
      yes={t('groups.save')}
      isPending={save.isPending}
      keepsTyped
      onSave={(fields) => save.mutate({ fields, onTopOf: version })}
      notice={(fields) =>
        stale && (
          <StaleNotice
            facts={stale}
            isSaving={save.isPending}
            onTake={() => void takeTheirs().catch(showError)}
            onOverwrite={(newer) => save.mutate({ fields: fields(), onTopOf: newer })}
          />
        )
      }
    />
  );
}
