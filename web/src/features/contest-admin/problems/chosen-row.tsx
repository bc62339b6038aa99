import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon } from '@mantine/core';
import { IconEye, IconGripVertical, IconPin, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import type { ChosenProblem } from '#features/contest-admin/form/form-values.ts';
import { ProblemLine } from '#features/contest-admin/problems/problem-line.tsx';
import { ProblemOptions } from '#features/contest-admin/problems/problem-options.tsx';

export interface ChosenRowProps {
  problem: ChosenProblem;
  /** Its letters. */
  index: string;
  onChange: (change: Pick<Partial<ChosenProblem>, 'color' | 'versionId'>) => void;
  onLook: () => void;
  onRemove: () => void;
}

/** A problem of the set. */
export function ChosenRow({ problem, index, onChange, onLook, onRemove }: ChosenRowProps) {
  const { t } = useTranslation();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: problem.id });
  const { title } = problem;
  return (
    <li
      ref={setNodeRef}
      className={classes.problem}
      data-dragging={isDragging}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        className={classes.handle ?? ''}
        {...attributes}
        {...listeners}
        aria-label={t('contestForm.moveNamed', { title })}
      >
        <IconGripVertical size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ProblemOptions problem={problem} index={index} onChange={onChange} />
      <ProblemLine problem={problem}>
        {problem.versionId !== null && (
          <span className={classes.pinned}>
            <IconPin size={16} stroke={1.8} aria-hidden />
            {t('contestForm.pinned')}
          </span>
        )}
      </ProblemLine>
      <ActionIcon
        className={classes.look ?? ''}
        onClick={onLook}
        aria-label={t('contestForm.lookNamed', { title })}
      >
        <IconEye size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon onClick={onRemove} aria-label={t('contestForm.dropNamed', { title })}>
        <IconX size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  );
}
