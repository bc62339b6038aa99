import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import { ActionIcon, Checkbox, NativeSelect, Skeleton } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ProblemQuestion, problemSearchQuery } from '#features/contest-admin/contest-admin.data.ts';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { ProblemLine } from '#features/contest-admin/problems/problem-line.tsx';
import { SYSTEM_NAMES } from '#features/contest-admin/system-names.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 300;

export interface ProblemPickerProps {
  chosenIds: ReadonlySet<number>;
  /** Whether the set takes no more problems. */
  isFull: boolean;
  onAdd: (problem: FoundProblem) => void;
  onRemove: (problemId: number) => void;
  onLook: (problem: FoundProblem) => void;
}

/** Search over all problems by title, number and system. */
export function ProblemPicker(props: ProblemPickerProps) {
  const { t } = useTranslation();
  const [question, setQuestion] = useState<ProblemQuestion>({ q: '', systemType: 'all' });
  const systems = Object.entries(SYSTEM_NAMES).map(([value, label]) => ({ value, label }));
  return (
    <div className={classes.picker}>
      <search className={classes.search}>
        <SearchField
          label={t('contestForm.searchProblems')}
          query={question.q}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={(q) => setQuestion((known) => ({ ...known, q }))}
        />
        <NativeSelect
          aria-label={t('contestForm.system')}
          data={[{ value: 'all', label: t('contestForm.allSystems') }, ...systems]}
          value={question.systemType}
          onChange={({ currentTarget: { value } }) =>
            setQuestion((known) => ({ ...known, systemType: value }))
          }
        />
      </search>
      <FoundProblems question={question} {...props} />
    </div>
  );
}

const isFiltered = ({ q, systemType }: ProblemQuestion) => q !== '' || systemType !== 'all';

/** Says that the search found nothing, or on a new site where problems come from. */
function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  if (isFiltered) return <p className={classes.note}>{t('contestForm.noProblems')}</p>;
  return (
    <p className={classes.note}>
      {t('adminProblems.empty.title')}.{' '}
      {isAdmin ? (
        <Link to="/admin/problems/upload">{t('adminProblems.uploadFirst')}</Link>
      ) : (
        t('firstRun.forAdmins')
      )}
    </p>
  );
}

function FoundProblems({
  question,
  chosenIds,
  isFull,
  onAdd,
  onRemove,
  onLook,
}: ProblemPickerProps & { question: ProblemQuestion }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error, isPlaceholderData, refetch } = useQuery(problemSearchQuery(question, useLocale()));
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={220} />;
  if (data.problems.length === 0) return <NothingFound isFiltered={isFiltered(question)} />;
  return (
    <>
      <p className={classes.note} role="status">
        {t('contestForm.found', {
          count: data.problemsNumber,
          number: formats.number(data.problemsNumber),
          shown: data.problems.length,
        })}
      </p>
      <ul className={classes.found} aria-busy={isPlaceholderData} aria-label={t('contestForm.foundLabel')}>
        {data.problems.map((problem) => {
          const isChosen = chosenIds.has(problem.id);
          return (
            <li key={problem.id} className={classes.problem}>
              <Checkbox
                className={classes.pick ?? ''}
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() => (isChosen ? onRemove(problem.id) : onAdd(problem))}
                label={
                  <ProblemLine problem={problem}>
                    <span>
                      {t('contestForm.solvedOf', {
                        accepted: formats.number(problem.acceptedNumber),
                        all: formats.number(problem.solutionsNumber),
                      })}
                    </span>
                    {!problem.hasTests && problem.systemType === 'balloon' && (
                      <span className={classes.warning}>{t('contestForm.noTests')}</span>
                    )}
                  </ProblemLine>
                }
              />
              <ActionIcon
                onClick={() => onLook(problem)}
                aria-label={t('contestForm.lookNamed', { title: problem.title })}
              >
                <IconEye size={20} stroke={1.7} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </>
  );
}
