import type { JudgeStatus, ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { Button } from '@mantine/core';
import { IconGavel, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddJudge } from '#features/maintenance/add-judge.tsx';
import { drainJudge, resumeJudge } from '#features/maintenance/server.data.ts';
import classes from '#features/maintenance/server.module.css';
import { useServerFormats } from '#features/maintenance/server-format.ts';
import { StateMark } from '#features/maintenance/state-mark.tsx';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Judges with their load and languages; each can be drained and resumed, and new ones added. */
export function JudgeList({ status }: { status: ServerStatus }) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const { judges } = status;
  return (
    <section className={classes.part} aria-labelledby="server-judges">
      <div className={classes.partHead}>
        <h2 id="server-judges">{t('server.judges')}</h2>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('server.addJudge')}
        </Button>
      </div>
      {judges.length === 0 ? (
        <EmptyState
          icon={<IconGavel size={44} stroke={1.5} aria-hidden />}
          title={t('server.noJudges')}
          text={t('server.noJudgesText')}
        />
      ) : (
        <JudgeTable status={status} />
      )}
      {isAdding && <AddJudge onClose={() => setAdding(false)} />}
    </section>
  );
}

function JudgeTable({ status: { judges, nowMs } }: { status: ServerStatus }) {
  const { t } = useTranslation();
  return (
    <ScrollRegion className={classes.scroller} label={t('server.judges')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('server.judge')}</th>
            <th scope="col">{t('server.state')}</th>
            <th scope="col">{t('server.load')}</th>
            <th scope="col">{t('server.languages')}</th>
            <th scope="col">{t('server.seen')}</th>
            <th scope="col" aria-label={t('server.actions')} />
          </tr>
        </thead>
        <tbody>
          {judges.map((judge) => (
            <JudgeRow key={judge.id} judge={judge} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function JudgeRow({ judge, nowMs }: { judge: JudgeStatus; nowMs: number }) {
  const { t } = useTranslation();
  const { ago } = useServerFormats();
  const { name, version, mode, isAlive, isPaused, running, slots, warnings, seenAtMs } = judge;
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={classes.under}>
          {[version && `Balloon ${version}`, t(`server.mode.${mode}`)].filter(Boolean).join(' · ')}
        </span>
        {warnings.length > 0 && (
          <details className={classes.warnings}>
            <summary>{t('server.warnings', { count: warnings.length })}</summary>
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </details>
        )}
      </th>
      <td>
        <StateMark state={isAlive ? (isPaused ? 'drained' : 'alive') : 'gone'} />
      </td>
      <td>
        <span className={classes.load}>
          <meter min={0} max={slots} value={running} aria-label={t('server.load')} />
          {running} / {slots}
        </span>
      </td>
      <td>
        <Languages judge={judge} />
      </td>
      <td className={classes.nowrap}>{ago(nowMs - seenAtMs)}</td>
      <td className={classes.action}>
        <DrainButton judge={judge} />
      </td>
    </tr>
  );
}

/** Number of languages, with their versions and those that differ from other judges on demand. */
function Languages({ judge: { languages, drained } }: { judge: JudgeStatus }) {
  const { t } = useTranslation();
  const preferred = new Map(drained.map((one) => [one.key, one.preferred]));
  return (
    <details className={classes.languages}>
      <summary>
        {t('server.languagesNumber', { count: languages.length })}
        {drained.length > 0 && (
          <span className={classes.differs}>{t('server.differs', { count: drained.length })}</span>
        )}
      </summary>
      <ul>
        {languages.map(({ key, version }) => (
          <li key={key} data-differs={preferred.has(key)}>
            <b>{nameOfLanguage(key)}</b> {version}
            {preferred.has(key) && (
              <span className={classes.differs}>{t('server.others', { version: preferred.get(key) })}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const nameOfLanguage = (key: string) =>
  key in LANGUAGES ? LANGUAGES[key as keyof typeof LANGUAGES].name : key;

function DrainButton({ judge }: { judge: JudgeStatus }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { id, name, isPaused, running } = judge;
  const change = useMutation({
    mutationFn: () => (isPaused ? resumeJudge(id) : drainJudge(id)),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['server'] });
      showDone(t(isPaused ? 'server.resumed' : 'server.drained', { name }));
    },
  });
  async function ask() {
    if (isPaused) return change.mutate();
    const isSure = await confirm({
      title: t('server.drainTitle', { name }),
      text: t(running === 0 ? 'server.drainTextNone' : 'server.drainText', { count: running }),
      yes: t('server.drain'),
    });
    if (isSure) change.mutate();
  }
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      variant="default"
      loading={change.isPending}
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={t(isPaused ? 'server.resumeJudge' : 'server.drainJudge', { name })}
      onClick={() => void ask()}
    >
      {t(isPaused ? 'server.resume' : 'server.drain')}
    </Button>
  );
}
