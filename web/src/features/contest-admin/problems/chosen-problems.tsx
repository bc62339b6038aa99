import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import type { ChosenProblem } from '#features/contest-admin/form/form-values.ts';
import { ChosenRow } from '#features/contest-admin/problems/chosen-row.tsx';

export interface ChosenProblemsProps {
  problems: readonly ChosenProblem[];
  onChange: (problems: ChosenProblem[]) => void;
  /** Shows the statement of the problem at a place. */
  onLook: (place: number) => void;
}

/** The set in the order of its letters; rows are moved by their handles, with a pointer or with keys. */
export function ChosenProblems({ problems, onChange, onLook }: ChosenProblemsProps) {
  const { t } = useTranslation();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier) => problems.findIndex((problem) => problem.id === id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: useAnnouncements(problems),
        screenReaderInstructions: { draggable: t('contestForm.moveHelp') },
      }}
      onDragEnd={({ active, over }) => {
        if (over) onChange(arrayMove([...problems], placeOf(active.id), placeOf(over.id)));
      }}
    >
      <SortableContext items={problems.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className={classes.chosen} aria-label={t('contestForm.problems')}>
          {problems.map((problem, place) => (
            <ChosenRow
              key={problem.id}
              problem={problem}
              index={problemIndex(place)}
              onChange={(changed) =>
                onChange(problems.map((one) => (one.id === problem.id ? { ...one, ...changed } : one)))
              }
              onLook={() => onLook(place)}
              onRemove={() => onChange(problems.filter(({ id }) => id !== problem.id))}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** What screen readers hear while a problem is moved. */
function useAnnouncements(problems: readonly ChosenProblem[]): Announcements {
  const { t } = useTranslation();
  const titleOf = (id: UniqueIdentifier) => problems.find((problem) => problem.id === id)?.title ?? '';
  const indexOf = (id: UniqueIdentifier | undefined) =>
    problemIndex(
      Math.max(
        0,
        problems.findIndex((problem) => problem.id === id),
      ),
    );
  return {
    onDragStart: ({ active }) => t('contestForm.moveLifted', { title: titleOf(active.id) }),
    onDragOver: ({ active, over }) =>
      t('contestForm.moveOver', { title: titleOf(active.id), index: indexOf(over?.id) }),
    onDragEnd: ({ active, over }) =>
      t('contestForm.moveDropped', { title: titleOf(active.id), index: indexOf(over?.id) }),
    onDragCancel: ({ active }) => t('contestForm.moveCancelled', { title: titleOf(active.id) }),
  };
}
