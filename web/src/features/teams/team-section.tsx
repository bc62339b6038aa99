import {
  MAX_COACH,
  MAX_FOREIGN_ID,
  MAX_MEMBERS,
  MAX_SEAT,
  MAX_TEAM_NAME,
} from '@balloon/contracts/people/team-limits.ts';
import type { SaveTeam, Team } from '@balloon/contracts/people/teams.ts';
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProfileSection } from '#features/account/profile-section.tsx';
import { StaleNotice, staleFacts } from '#features/audit/stale-notice.tsx';
import { linesOf, membersOf } from '#features/teams/member-lines.ts';
import { OrganizationSelect } from '#features/teams/organization-select.tsx';
import { PictureField } from '#features/teams/picture-field.tsx';
import { removeTeam, saveTeam, teamQuery } from '#features/teams/teams.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import classes from '#shared/ui/forms/account-form.module.css';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { useStoredForm } from '#shared/ui/forms/use-stored-form.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

export interface TeamSectionProps {
  userId: number;
  /** Name of a team that is made now. */
  name: string;
  /** Told whether there is something that is not saved. */
  onChanged: (isChanged: boolean) => void;
}

/** The team that uses an account: how it stands in tables, where it sits, who is in it. */
export function TeamSection({ userId, name, onChanged }: TeamSectionProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(teamQuery(userId));
  const [isNew, setIsNew] = useState(false);
  return (
    <ProfileSection title={t('teamForm.title')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={120} radius="md" />}
      {data && !data.team && !isNew && (
        <>
          <p className={classes.hint}>{t('teamForm.noTeam')}</p>
          <div>
            <Button variant="default" onClick={() => setIsNew(true)}>
              {t('teamForm.makeTeam')}
            </Button>
          </div>
        </>
      )}
      {data && (data.team || isNew) && (
        <TeamForm
          userId={userId}
          team={data.team ?? { ...EMPTY, name }}
          isNew={data.team === null}
          onChanged={onChanged}
          onGone={() => setIsNew(false)}
        />
      )}
    </ProfileSection>
  );
}

const EMPTY: Omit<Team, 'name'> = {
  ...{ organization: null, seat: '', coach: '', photo: null, foreignId: null, members: [], version: 0 },
};

interface TeamFormProps {
  userId: number;
  team: Team;
  isNew: boolean;
  onChanged: (isChanged: boolean) => void;
  onGone: () => void;
}

type TeamValues = ReturnType<typeof valuesOf>;

function valuesOf({ name, organization, seat, coach, photo, foreignId, members }: Team) {
  return {
    ...{ name, seat, coach, photo, foreignId: foreignId ?? '' },
    organizationId: organization?.id ?? null,
    members: linesOf(members),
  };
}

const toSend = ({ members, foreignId, ...values }: TeamValues, version: number): SaveTeam => ({
  ...values,
  version,
  foreignId: foreignId.trim() || null,
  members: membersOf(members),
});

function TeamForm({ userId, team, isNew, onChanged, onGone }: TeamFormProps) {
  const { t } = useTranslation();
  const first = valuesOf(team);
  const { form, isChanged, take } = useStoredForm(
    useForm<TeamValues>({
      initialValues: first,
      validate: {
        name: (name) => (name.trim() === '' ? t('form.required') : null),
        members: (lines) =>
          membersOf(lines).length > MAX_MEMBERS ? t('teamForm.tooManyMembers', { most: MAX_MEMBERS }) : null,
      },
    }),
    first,
  );
  useEffect(() => {
    onChanged(isChanged);
    return () => onChanged(false);
  }, [onChanged, isChanged]);
  const [version, setVersion] = useState(team.version);
  function show(stored: Team, sent?: TeamValues) {
    take(valuesOf(stored), sent);
    setVersion(stored.version);
  }
  // Edits of others are shown where they replace nothing; otherwise whoever saves learns of them.
  const follow = useEffectEvent((known: number) => known === version || isChanged || show(team));
  useEffect(() => void follow(team.version), [team.version]);
  const { save, remove } = useTeamActions(userId, { onStored: show, onGone });
  const stale = staleFacts(save.error);
  return (
    <SavingForm
      isSaving={remove.isPending}
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => save.mutate({ values, onTopOf: version }))}
    >
      <TextInput
        label={t('teamForm.name')}
        description={t('teamForm.nameHint')}
        maxLength={MAX_TEAM_NAME}
        required
        {...form.getInputProps('name')}
      />
      <OrganizationSelect
        chosen={team.organization}
        value={form.values.organizationId}
        onChange={(id) => form.setFieldValue('organizationId', id)}
      />
      <div className={classes.pair}>
        <TextInput label={t('teamForm.seat')} maxLength={MAX_SEAT} {...form.getInputProps('seat')} />
        <TextInput label={t('teamForm.coach')} maxLength={MAX_COACH} {...form.getInputProps('coach')} />
      </div>
      <TextInput
        label={t('organizations.foreignId')}
        description={t('organizations.foreignIdHint')}
        maxLength={MAX_FOREIGN_ID}
        {...form.getInputProps('foreignId')}
      />
      <Textarea
        label={t('teamForm.members')}
        description={t('teamForm.membersHint')}
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('members')}
      />
      <PictureField
        label={t('teamForm.photo')}
        value={form.values.photo}
        error={form.errors.photo}
        onChange={(link) => form.setFieldValue('photo', link)}
      />
      {stale && (
        <StaleNotice
          facts={stale}
          isSaving={save.isPending}
          onTake={() => void save.takeTheirs().catch(showError)}
          onOverwrite={(newer) => save.mutate({ values: form.getValues(), onTopOf: newer })}
        />
      )}
      <div className={classes.buttons}>
        {!isNew && (
          <Button
            variant="default"
            c="var(--wrong)"
            loading={remove.isPending}
            onClick={() => void remove.ask()}
          >
            {t('teamForm.remove')}
          </Button>
        )}
        <Button type="submit" disabled={!isNew && !isChanged} loading={save.isPending}>
          {t('teamForm.save')}
        </Button>
      </div>
    </SavingForm>
  );
}

function useTeamActions(
  userId: number,
  on: { onStored: (stored: Team, sent?: TeamValues) => void; onGone: () => void },
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = teamQuery(userId);
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const save = useMutation({
    mutationFn: ({ values, onTopOf }: { values: TeamValues; onTopOf: number }) =>
      saveTeam(userId, toSend(values, onTopOf)),
    meta: { ownError: true },
    onSuccess: async (saved, { values }) => {
      if (saved.team) on.onStored(saved.team, values);
      showDone(t('teamForm.saved'));
      await refresh();
    },
    onError: (error) => {
      if (staleFacts(error) === null) showError(error);
    },
  });
  async function takeTheirs() {
    const { team } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    save.reset();
    if (team) on.onStored(team);
    else on.onGone();
  }
  const removing = useMutation({
    mutationFn: () => removeTeam(userId),
    onSuccess: async () => {
      showDone(t('teamForm.removed'));
      on.onGone();
      await refresh();
    },
  });
  const ask = async () => {
    const question = {
      title: t('teamForm.removeTitle'),
      text: t('teamForm.removeText'),
      yes: t('teamForm.remove'),
    };
    if (await confirm({ ...question, isDestructive: true })) removing.mutate();
  };
  return { save: { ...save, takeTheirs }, remove: { ask, isPending: removing.isPending } };
}
