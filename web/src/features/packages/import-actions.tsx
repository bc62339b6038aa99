import type { ListedImport } from '@balloon/contracts/judging/package-import.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isUnderWay, useCancelImport, useRetryImport } from '#features/packages/packages.data.ts';
import classes from '#features/packages/upload.module.css';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** What can be done with an import now. */
export function ImportActions({ shown, name }: { shown: ListedImport; name: string }) {
  const { t } = useTranslation();
  const cancelling = useCancelImport();
  const { id, state, problemId } = shown;
  if (isUnderWay(shown)) {
    return (
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-label={t('imports.cancelOf', { name })}
          loading={cancelling.isPending}
          onClick={() => cancelling.mutate(id)}
        >
          {t('imports.cancel')}
        </Button>
      </div>
    );
  }
  if (state === 'done' && problemId !== null) {
    return (
      <div className={classes.actions}>
        <Button component={Link} to={`/problems/${problemId}`} variant="default">
          {t('imports.openProblem', { problemId })}
        </Button>
        <Button component={Link} to={`/admin/problems/edit/${problemId}`} variant="default">
          {t('adminProblems.editShort')}
        </Button>
      </div>
    );
  }
  if (shown.canRetry) return <Retries shown={shown} />;
  return null;
}

function Retries({ shown }: { shown: ListedImport }) {
  const { t } = useTranslation();
  const retrying = useRetryImport();
  const { id, state, reason } = shown;
  const isKnown = reason?.code === 'alreadyImported';
  const needsNew = isKnown || reason?.code === 'problemDeleted' || reason?.code === 'severalForOne';
  const isDoubtful = state === 'refused' && !needsNew;
  async function takeNevertheless() {
    const question = {
      title: t('imports.forceTitle'),
      text: t('imports.forceText'),
      yes: t('imports.force'),
    };
    if (await confirm({ ...question, isDestructive: true })) retrying.mutate({ id, force: true });
  }
  return (
    <div className={classes.actions}>
      {isKnown && (
        <Button
          variant="default"
          loading={retrying.isPending}
          onClick={() => retrying.mutate({ id, force: true })}
        >
          {t('imports.renew', { problemId: reason.facts.problemId })}
        </Button>
      )}
      {needsNew && (
        <Button
          variant="default"
          loading={retrying.isPending}
          onClick={() => retrying.mutate({ id, problemId: 'new' })}
        >
          {t('imports.asNew')}
        </Button>
      )}
      {isDoubtful && (
        <Button variant="default" loading={retrying.isPending} onClick={() => void takeNevertheless()}>
          {t('imports.force')}
        </Button>
      )}
      {!isKnown && reason?.code !== 'severalForOne' && (
        <Button variant="default" loading={retrying.isPending} onClick={() => retrying.mutate({ id })}>
          {t('imports.again')}
        </Button>
      )}
    </div>
  );
}
