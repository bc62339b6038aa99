import { freeBalloonColor } from '@balloon/domain/contests/balloon-colors.ts';
import { Button, InputError } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { FormPart } from '#features/contest-admin/form/form-part.tsx';
import { type ChosenProblem, chosen } from '#features/contest-admin/form/form-values.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { ChosenProblems } from '#features/contest-admin/problems/chosen-problems.tsx';
import { ProblemPicker } from '#features/contest-admin/problems/problem-picker.tsx';
import { type Previewed, ProblemPreview } from '#features/contest-admin/problems/problem-preview.tsx';

const MAX_PROBLEMS = 200;

/** The set of problems: the chosen ones in their order, and the search below. */
export function ProblemsField({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const [previewed, setPreviewed] = useState<{ of: readonly Previewed[]; place: number } | null>(null);
  const { problems } = form.values;
  const change = (changed: ChosenProblem[]) => {
    form.setFieldValue('problems', changed);
    form.clearFieldError('problems');
  };
  return (
    <FormPart part="problems" note={t('contestForm.problemsChosen', { count: problems.length })}>
      {problems.length > 0 && (
        <>
          <ChosenProblems
            problems={problems}
            onChange={change}
            onLook={(place) => setPreviewed({ of: problems, place })}
          />
          <Button
            variant="default"
            className={classes.start ?? ''}
            leftSection={<IconEye size={18} aria-hidden />}
            onClick={() => setPreviewed({ of: problems, place: 0 })}
          >
            {t('contestForm.previewSet')}
          </Button>
        </>
      )}
      {form.errors.problems && (
        <InputError role="alert" size="md">
          {form.errors.problems}
        </InputError>
      )}
      <ProblemPicker
        chosenIds={new Set(problems.map(({ id }) => id))}
        isFull={problems.length >= MAX_PROBLEMS}
        onAdd={(problem) =>
          change([...problems, chosen(problem, freeBalloonColor(problems.map(({ color }) => color)))])
        }
        onRemove={(id) => change(problems.filter((problem) => problem.id !== id))}
        onLook={(problem) => setPreviewed({ of: [problem], place: 0 })}
      />
      <ProblemPreview
        problems={previewed?.of ?? []}
        place={previewed?.place ?? null}
        onMove={(place) => setPreviewed((known) => known && { ...known, place })}
        onClose={() => setPreviewed(null)}
      />
    </FormPart>
  );
}
