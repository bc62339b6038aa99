import type { PublicUser } from '@balloon/contracts/users.ts';
import { Button } from '@mantine/core';
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addRunner, removeRunner, useSettingsChange } from '#features/balloons/balloons.data.ts';
import classes from '#features/balloons/balloons.module.css';
import { PeopleSearch } from '#features/contest-control/people/people-search.tsx';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

/** Who carries balloons besides supervisors, and their way to the screen. */
export function RunnerList({ contestId, runners }: { contestId: number; runners: readonly PublicUser[] }) {
  const { t } = useTranslation();
  const { add, remove, isPending } = useRunnerActions(contestId);
  const known = new Set(runners.map(({ id }) => id));
  return (
    <section className={classes.form} aria-label={t('balloons.runners')}>
      <h3 className={classes.subtitle}>{t('balloons.runners')}</h3>
      <p className={classes.note}>{t('balloons.runnersText')}</p>
      <p className={classes.link}>
        <code>{runnerLink(contestId)}</code>
        <CopyButton text={runnerLink(contestId)} label={t('balloons.copyLink')} kind="link" />
      </p>
      <ul className={classes.people}>
        {runners.map((runner) => (
          <RunnerRow key={runner.id} person={runner}>
            <Button
              variant="default"
              leftSection={<IconUserMinus size={18} aria-hidden />}
              aria-label={t('balloons.removeRunnerOf', { name: nameOf(runner) })}
              disabled={isPending}
              onClick={() => void remove(runner)}
            >
              {t('balloons.removeRunner')}
            </Button>
          </RunnerRow>
        ))}
      </ul>
      <PeopleSearch
        contestId={contestId}
        choice={{ among: 'others', extraTime: 'any' }}
        isShown={({ user }) => !known.has(user.id)}
        nobody={t('balloons.nobodyToAdd')}
        nobodyYet={t('balloons.findRunner')}
      >
        {(found) => (
          <ul className={classes.people}>
            {found.map(({ user }) => (
              <RunnerRow key={user.id} person={user}>
                <Button
                  variant="default"
                  leftSection={<IconUserPlus size={18} aria-hidden />}
                  aria-label={t('balloons.addRunnerOf', { name: nameOf(user) })}
                  disabled={isPending}
                  onClick={() => add(user.id)}
                >
                  {t('balloons.addRunner')}
                </Button>
              </RunnerRow>
            ))}
          </ul>
        )}
      </PeopleSearch>
    </section>
  );
}

const runnerLink = (contestId: number) => `${location.origin}/contest/${contestId}/balloons`;
const nameOf = ({ fullName, username }: PublicUser) => fullName || username;

function RunnerRow({ person, children }: { person: PublicUser; children: ReactNode }) {
  return (
    <li className={classes.person}>
      <span>
        {nameOf(person)} <span className={classes.login}>{person.username}</span>
      </span>
      {children}
    </li>
  );
}

function useRunnerActions(contestId: number) {
  const { t } = useTranslation();
  const adding = useSettingsChange(contestId, (userId: number) => addRunner(contestId, userId));
  const removing = useSettingsChange(contestId, (userId: number) => removeRunner(contestId, userId));
  async function remove(runner: PublicUser) {
    const name = nameOf(runner);
    const isSure = await confirm({
      title: t('balloons.removeRunnerTitle', { name }),
      text: t('balloons.removeRunnerText'),
      yes: t('balloons.removeRunner'),
      isDestructive: true,
    });
    if (isSure) removing.mutate(runner.id);
  }
  return { add: adding.mutate, remove, isPending: adding.isPending || removing.isPending };
}
