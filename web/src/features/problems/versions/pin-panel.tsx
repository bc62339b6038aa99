import type { Contest } from '@balloon/contracts/contests.ts';
import type { ContestProblem } from '@balloon/contracts/problems/problems.ts';
import { Button, Select } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/problems/problem.module.css';
import { NEWEST, problemVersionsQuery } from '#features/problems/versions/problem-versions.data.ts';
import { useAskToPin } from '#features/problems/versions/use-ask-to-pin.ts';
import type { Preview } from '#features/problems/versions/use-preview.ts';
import { VersionChanges } from '#features/problems/versions/version-changes.tsx';
import { useVersionOptions } from '#features/problems/versions/version-options.ts';

export interface PinPanelProps {
  contest: Contest;
  problem: ContestProblem;
  preview: Preview;
}

/**
 * Choice of the version that the contest shows, for admins. A choice is previewed until the button applies
 * it.
 */
export function PinPanel({ contest, problem, preview }: PinPanelProps) {
  const { t } = useTranslation();
  const { data: versions = [] } = useQuery(problemVersionsQuery(problem.id));
  const options = useVersionOptions(versions);
  const { askToPin, isPinning } = useAskToPin(problem.id, versions);
  if (versions.length === 0) return null;
  const pinned = problem.ProblemToContest.versionId ?? NEWEST;
  const previewed = versions.find(({ versionNumber }) => versionNumber === preview.versionNumber);
  // The newest version is previewed without a number: the contest shows it by default.
  const newest = versions.at(-1);
  const isDefault = preview.versionNumber !== null && previewed === newest && pinned !== NEWEST;
  const chosen = isDefault ? NEWEST : (previewed?.uuid ?? pinned);
  const choose = (value: string | null) => {
    if (value === null || value === pinned) return preview.show(null);
    const version = value === NEWEST ? newest : versions.find(({ uuid }) => uuid === value);
    preview.show(version?.versionNumber ?? null);
  };
  async function pin() {
    if (await askToPin(contest, chosen)) preview.show(null);
  }
  return (
    <section className={classes.panel} aria-label={t('versions.inContest')}>
      <div className={classes.pin}>
        <Select
          label={t('versions.inContest')}
          data={options}
          value={chosen}
          allowDeselect={false}
          onChange={choose}
          className={classes.pinChoice}
        />
        {chosen !== pinned && (
          <>
            <Button
              leftSection={<IconPin size={18} aria-hidden />}
              loading={isPinning}
              onClick={() => void pin()}
            >
              {chosen === NEWEST ? t('versions.unpin') : t('versions.pin')}
            </Button>
            <Button variant="default" onClick={() => preview.show(null)}>
              {t('common.cancel')}
            </Button>
          </>
        )}
      </div>
      {chosen !== pinned && (
        <div role="status">
          <p>{t('versions.preview')}</p>
          {chosen !== NEWEST && <VersionChanges changes={preview.changes} />}
        </div>
      )}
    </section>
  );
}
