import type { OwnParts } from '@balloon/contracts/contests.ts';
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choosePart } from '#features/contests/own-part.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

const MYSELF = 'self';

/** Asks a member of teams as whom they take part; whoever has not joined the contest does by the answer. */
export function PartChoice({
  contestId,
  parts,
  rules = [],
  onChosen,
}: {
  contestId: number;
  parts: OwnParts;
  /** What joining brings with it. */
  rules?: readonly string[];
  onChosen: () => void;
}) {
  const { t } = useTranslation();
  const isNew = !parts.isJoined && !parts.teams.some(({ isJoined }) => isJoined);
  const [chosen, setChosen] = useState<string | null>(isNew ? null : presentPart(parts));
  const choosing = useMutation({
    mutationFn: (part: string) => choosePart(contestId, part === MYSELF ? null : Number(part)),
    onSuccess: onChosen,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) choosing.mutate(chosen);
  };
  return (
    <SavingForm isSaving={choosing.isPending} onSubmit={submit}>
      <Stack gap="lg">
        <Text c="dimmed">{t(isNew ? 'part.joinText' : 'part.text')}</Text>
        {rules.map((rule) => (
          <Text key={rule}>{rule}</Text>
        ))}
        <Radio.Group value={chosen} onChange={setChosen} aria-label={t('part.title')}>
          <Stack gap="md">
            {parts.teams.map(({ id, name, isJoined }, index) => (
              <Radio
                key={id}
                value={String(id)}
                data-autofocus={index === 0 || undefined}
                label={t('part.asTeam', { name })}
                description={isNew || isJoined ? undefined : t('part.joins')}
              />
            ))}
            {(parts.isJoined || parts.mayJoin) && (
              <Radio
                value={MYSELF}
                label={t('part.asMyself')}
                description={isNew || parts.isJoined ? undefined : t('part.joins')}
              />
            )}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button type="submit" disabled={chosen === null} loading={choosing.isPending}>
            {t(isNew ? 'join.yes' : 'part.yes')}
          </Button>
        </Group>
      </Stack>
    </SavingForm>
  );
}

function presentPart({ teamId, isDecided }: OwnParts): string | null {
  if (!isDecided) return null;
  return teamId === null ? MYSELF : String(teamId);
}
