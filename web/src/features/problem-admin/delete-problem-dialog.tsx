import type { FoundProblem, ProblemDeletion } from '@balloon/contracts/problems/problem-admin.ts';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/problem-admin/delete-problem-dialog.module.css';
import { deletionQuery, useDeleteProblem } from '#features/problem-admin/problem-admin.data.ts';
import { useFormats } from '#shared/text/format.ts';
import { errorText, showDone } from '#shared/ui/toasts/toasts.ts';

/** Asks before a problem is deleted, with what hangs on it; while a contest needs it, says which. */
export function DeleteProblemDialog({
  problem,
  onClose,
}: {
  problem: FoundProblem | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={problem !== null}
      onClose={onClose}
      title={t('adminProblems.deleteTitle', { title: problem?.title ?? '' })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {problem && <Consequences problem={problem} onClose={onClose} />}
    </Modal>
  );
}

function Consequences({ problem: { id, title }, onClose }: { problem: FoundProblem; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: deletion, error } = useQuery(deletionQuery(id));
  const deleting = useDeleteProblem(() => showDone(t('adminProblems.deleted', { title })));
  const confirmDeletion = () => deleting.mutate({ id }, { onSettled: onClose });
  return (
    <>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {error === null && deletion === undefined && <Skeleton height={66} />}
      {deletion && <WhatHangsOnIt deletion={deletion} />}
      <Group justify="flex-end" className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(deletion?.canDelete === false ? 'common.close' : 'common.cancel')}
        </Button>
        {deletion?.canDelete && (
          <Button color="red" loading={deleting.isPending} onClick={confirmDeletion}>
            {t('adminProblems.deleteYes')}
          </Button>
        )}
      </Group>
    </>
  );
}

function WhatHangsOnIt({
  deletion: { contests, solutionsNumber, canDelete },
}: {
  deletion: ProblemDeletion;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = canDelete ? contests : contests.filter(({ status }) => status !== 'FINISHED');
  return (
    <>
      <p>{t(canDelete ? 'adminProblems.deleteText' : 'adminProblems.cannotDelete')}</p>
      {canDelete && (
        <ul className={classes.facts}>
          {solutionsNumber > 0 && (
            <li>
              {t('adminProblems.keepsSolutions', {
                count: solutionsNumber,
                number: formats.number(solutionsNumber),
              })}
            </li>
          )}
          {contests.length > 0 && <li>{t('adminProblems.keepsContests', { count: contests.length })}</li>}
        </ul>
      )}
      {shown.length > 0 && (
        <ul className={classes.contests}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/contest/${id}`} className={classes.contest}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
