import type { ContestChangePreview } from '@balloon/contracts/contests/contest-form.ts';
import type { ContestStatus } from '@balloon/domain/contests/contest-phase.ts';
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SettingChanges } from '#features/contest-admin/changes/setting-changes.tsx';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { StatusName } from '#features/contests/status-name.tsx';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFormats } from '#shared/text/format.ts';

export interface ChangePreviewProps {
  /** Null closes the dialog. */
  preview: ContestChangePreview | null;
  onClose: () => void;
  onStore: () => void;
}

/** What a change of a contest that has begun does, before it is stored. */
export function ChangePreview({ preview, onClose, onStore }: ChangePreviewProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={preview !== null}
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      title={t('changePreview.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {preview && <Effects preview={preview} />}
      <div className={classes.buttons}>
        <Button onClick={onStore} data-autofocus>
          {t('changePreview.store')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('changePreview.back')}
        </Button>
      </div>
    </Modal>
  );
}

function Effects({ preview }: { preview: ContestChangePreview }) {
  const { statusBefore, statusAfter } = preview;
  return (
    <div className={classes.effects}>
      <SettingChanges changes={preview.changed} />
      {statusBefore !== statusAfter && (
        <p className={classes.statusChange}>
          <StatusName status={statusBefore as ContestStatus} /> →{' '}
          <StatusName status={statusAfter as ContestStatus} />
        </p>
      )}
      <EffectList preview={preview} />
      <MovedRows preview={preview} />
    </div>
  );
}

function EffectList({ preview }: { preview: ContestChangePreview }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { solutions, problemsRemoved, problemsMoved, rows, peopleWithoutAccess } = preview;
  const effects = [
    ...problemsRemoved.map(({ index, title, solutionsNumber, peopleNumber }) =>
      t('changePreview.removed', {
        ...{ index, title },
        solutions: t('adminContests.solutions', {
          count: solutionsNumber,
          number: formats.number(solutionsNumber),
        }),
        people: t('contests.participants', { count: peopleNumber }),
      }),
    ),
    problemsMoved > 0 && t('changePreview.moved', { count: problemsMoved }),
    solutions.beforeStart > 0 && t('changePreview.beforeStart', { count: solutions.beforeStart }),
    solutions.toPractice > 0 && t('changePreview.toPractice', { count: solutions.toPractice }),
    solutions.toMainTime > 0 && t('changePreview.toMainTime', { count: solutions.toMainTime }),
    solutions.hidden > 0 && t('changePreview.hidden', { count: solutions.hidden }),
    solutions.revealed > 0 && t('changePreview.revealed', { count: solutions.revealed }),
    peopleWithoutAccess > 0 && t('changePreview.shutOut', { count: peopleWithoutAccess }),
    rows.moved > 0
      ? t('changePreview.rows', { count: rows.moved, total: rows.total })
      : t('changePreview.noRows'),
  ].filter((effect) => effect !== false);
  return (
    <ul className={classes.effectList}>
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
}

function MovedRows({ preview: { rows } }: { preview: ContestChangePreview }) {
  const { t } = useTranslation();
  if (rows.examples.length === 0) return null;
  return (
    <table className={classes.ranks}>
      <thead>
        <tr>
          <th scope="col">{t('changePreview.participant')}</th>
          <th scope="col">{t('changePreview.rankBefore')}</th>
          <th scope="col">{t('changePreview.rankAfter')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.examples.map(({ user, rankBefore, rankAfter }) => (
          <tr key={user.id}>
            <td>{user.fullName || user.username}</td>
            <td>{rankBefore ?? '—'}</td>
            <td>{rankAfter ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
