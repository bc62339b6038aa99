import type { RunToSettle } from '@balloon/contracts/outside/outside-systems.ts';
import { Button } from '@mantine/core';
import {
  IconCheck,
  IconExternalLink,
  IconHelpCircle,
  IconMessageQuestion,
  IconSend,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { attentionQuery } from '#features/maintenance/outside-attention.data.ts';
import { outsideQuery, runsQuery, settleRun } from '#features/outside-systems/data/outside.data.ts';
import { serverPath } from '#features/outside-systems/data/outside.url.ts';
import classes from '#features/outside-systems/outside.module.css';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** A run for which several may stand, which was not found, whose account was removed, or whose words nobody knows. */
export function RunCard({ run }: { run: RunToSettle }) {
  const { t } = useTranslation();
  const { exact } = useFormats();
  const { solutionId, contest, problem, author, server, account, sentAtMs } = run;
  const kind = kindOf(run);
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <div className={classes.names}>
          <h3>
            <Link to={`/contest/${contest.id}/source/${solutionId}`}>
              {t('outside.solution', { id: solutionId })}
            </Link>
            {` · ${problem.title}`}
          </h3>
          <span className={classes.under}>
            {author.name} · {contest.name}
          </span>
          <span className={classes.under}>
            <Link to={serverPath(server.id)}>{server.name}</Link>
            {account !== null && ` · ${t('outside.underAccount', { name: account })}`}
            {` · ${exact(sentAtMs)}`}
          </span>
        </div>
        <span className={classes.mark} data-state={kind === 'isStrange' ? 'away' : 'drifted'}>
          {kind === 'isStrange' ? (
            <IconMessageQuestion size={18} aria-hidden />
          ) : (
            <IconHelpCircle size={18} aria-hidden />
          )}
          {t(`outside.${kind}`)}
        </span>
      </div>
      <ForeignWords run={run} />
      {kind === 'isStrange' ? (
        <p className={classes.note}>{t('outside.strangeText')}</p>
      ) : (
        <Choice run={run} kind={kind} />
      )}
    </li>
  );
}

/** Texts about a run that is to be decided on. */
const HELP = {
  isUnsettled: 'outside.chooseHelp',
  isLost: 'outside.lostHelp',
  isOrphan: 'outside.orphanHelp',
} as const;
type Undecided = keyof typeof HELP;

function kindOf({ state, account, candidates }: RunToSettle): Undecided | 'isStrange' {
  if (state === 'unsettled') return candidates.length > 0 ? 'isUnsettled' : 'isLost';
  return account === null ? 'isOrphan' : 'isStrange';
}

/** What the system says, and where to look. */
function ForeignWords({ run: { foreignVerdict, run } }: { run: RunToSettle }) {
  return (
    <>
      {foreignVerdict && <p className={classes.foreign}>{foreignVerdict}</p>}
      {run && (
        <div>
          <ForeignRun {...run} />
        </div>
      )}
    </>
  );
}

function Choice({ run: { solutionId, candidates }, kind }: { run: RunToSettle; kind: Undecided }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const settling = useMutation({
    mutationFn: (runId: string | null) => settleRun(solutionId, runId),
    onSuccess: (_done, runId) =>
      showDone(runId === null ? t('outside.sentAgain') : t('outside.settled', { run: runId })),
    onSettled: () => {
      for (const { queryKey } of [runsQuery, outsideQuery, attentionQuery])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  async function choose(runId: string) {
    const isSure = await confirm({
      title: t('outside.chooseTitle', { run: runId }),
      text: t('outside.chooseText'),
      yes: t('outside.choose'),
    });
    if (isSure) settling.mutate(runId);
  }
  async function sendAgain() {
    const isSure = await confirm({
      title: t('outside.sendAgainTitle'),
      text: t('outside.sendAgainText'),
      yes: t('outside.sendAgain'),
      isDestructive: true,
    });
    if (isSure) settling.mutate(null);
  }
  return (
    <>
      <p className={classes.note}>{t(HELP[kind])}</p>
      <ul className={classes.list}>
        {candidates.map((candidate) => (
          <li key={candidate.runId} className={classes.row}>
            <ForeignRun {...candidate} />
            <Button
              variant="default"
              disabled={settling.isPending}
              leftSection={<IconCheck size={18} aria-hidden />}
              aria-label={t('outside.chooseOf', { run: candidate.runId })}
              onClick={() => void choose(candidate.runId)}
            >
              {t('outside.choose')}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          loading={settling.isPending}
          leftSection={<IconSend size={18} aria-hidden />}
          onClick={() => void sendAgain()}
        >
          {t(kind === 'isOrphan' ? 'outside.sendOrphan' : 'outside.sendAgain')}
        </Button>
      </div>
    </>
  );
}

/** Id of a run, as a link where the system has a page of it. */
function ForeignRun({ runId, url }: { runId: string; url: string | null }) {
  const { t } = useTranslation();
  const name = t('outside.run', { run: runId });
  if (url === null) return <span className={classes.foreign}>{name}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener" className={classes.foreignLink}>
      {name}
      <IconExternalLink size={16} aria-hidden />
    </a>
  );
}
