import { BALLOON_COLORS } from '@balloon/domain/contests/balloon-colors.ts';
import { NativeSelect, Popover, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import type { ChosenRowProps } from '#features/contest-admin/problems/chosen-row.tsx';
import { NEWEST, problemVersionsQuery } from '#features/problems/versions/problem-versions.data.ts';
import { useVersionOptions } from '#features/problems/versions/version-options.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { inkOn } from '#shared/ui/labels/balloon-colors.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

type ProblemOptionsProps = Pick<ChosenRowProps, 'problem' | 'index' | 'onChange'>;

/** The balloon of a problem, which opens its colour and, for admins, the version that the contest is pinned to. */
export function ProblemOptions({ problem, index, onChange }: ProblemOptionsProps) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  return (
    <Popover position="bottom-start" trapFocus withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.balloon}
          aria-label={t('contestForm.optionsNamed', { index, title: problem.title })}
        >
          <ProblemBalloon index={index} color={problem.color} size={32} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.options ?? ''}>
        <Colors color={problem.color} onChange={(color) => onChange({ color })} />
        {isAdmin && <Version problem={problem} onChange={(versionId) => onChange({ versionId })} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Colors({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.colors}>
      <legend className={classes.label}>{t('contestForm.balloonColor')}</legend>
      {BALLOON_COLORS.map((one) => (
        <UnstyledButton
          key={one}
          className={classes.swatch}
          style={{ background: one, color: inkOn(one) }}
          aria-label={t('contestForm.colorNamed', { color: one })}
          aria-pressed={one === color.toLowerCase()}
          onClick={() => onChange(one)}
        >
          {one === color.toLowerCase() && <IconCheck size={18} stroke={2.5} aria-hidden />}
        </UnstyledButton>
      ))}
      <label className={classes.otherColor}>
        {t('contestForm.otherColor')}
        <input type="color" value={color} onChange={(event) => onChange(event.currentTarget.value)} />
      </label>
    </fieldset>
  );
}

function Version({
  problem: { id, versionId },
  onChange,
}: {
  problem: ProblemOptionsProps['problem'];
  onChange: (versionId: string | null) => void;
}) {
  const { t } = useTranslation();
  const { data: versions = [] } = useQuery(problemVersionsQuery(id));
  const options = useVersionOptions(versions);
  if (versions.length === 0) return null;
  return (
    <NativeSelect
      label={t('versions.inContest')}
      data={options}
      value={versionId ?? NEWEST}
      onChange={({ currentTarget: { value } }) => onChange(value === NEWEST ? null : value)}
    />
  );
}
