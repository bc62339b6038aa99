import { Radio, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemChoicesQuery } from '#features/packages/packages.data.ts';
import classes from '#features/packages/upload.module.css';
import type { UploadTarget } from '#features/packages/upload-queue.ts';
import { problemQuery } from '#features/problems/problems.data.ts';
import { useLocale } from '#shared/text/i18n.ts';

export interface TargetChoiceProps {
  target: UploadTarget;
  /** Whether the packages become versions of a problem that is not chosen yet. */
  needsProblem: boolean;
  onChange: (target: UploadTarget, needsProblem: boolean) => void;
}

/** What the next packages become. */
export function TargetChoice({ target, needsProblem, onChange }: TargetChoiceProps) {
  const { t } = useTranslation();
  const kind = typeof target === 'number' || needsProblem ? 'version' : (target ?? 'auto');
  const choose = (value: string) => onChange(value === 'new' ? 'new' : null, value === 'version');
  return (
    <div className={classes.target}>
      <Radio.Group label={t('imports.target.label')} value={kind} onChange={choose}>
        <Stack gap={0} className={classes.targets}>
          <Radio value="auto" label={t('imports.target.auto')} />
          <Radio value="new" label={t('imports.target.new')} />
          <Radio value="version" label={t('imports.target.version')} />
        </Stack>
      </Radio.Group>
      {kind === 'version' && (
        <ProblemChoice
          problemId={typeof target === 'number' ? target : null}
          onChange={(problemId) => onChange(problemId, problemId === null)}
        />
      )}
    </div>
  );
}

const SEARCH_DEBOUNCE_MS = 300;

function ProblemChoice({
  problemId,
  onChange,
}: {
  problemId: number | null;
  onChange: (problemId: number | null) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [query] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const locale = useLocale();
  const chosen = useQuery({
    ...problemQuery(problemId ?? 0, undefined, locale),
    enabled: problemId !== null,
  });
  const labelOf = (id: number, title: string) => `${id}. ${title}`;
  const chosenLabel = problemId === null ? '' : labelOf(problemId, chosen.data?.title ?? '');
  const { data: found } = useQuery(problemChoicesQuery(query === chosenLabel ? '' : query));
  const problems = new Map(found?.problems.map(({ id, title }) => [id, labelOf(id, title)]));
  if (problemId !== null) problems.set(problemId, chosenLabel);
  return (
    <Select
      label={t('imports.target.problem')}
      placeholder={t('adminProblems.search')}
      error={problemId === null && t('imports.target.chooseProblem')}
      value={problemId === null ? null : `${problemId}`}
      data={Array.from(problems, ([id, label]) => ({ value: `${id}`, label }))}
      filter={({ options }) => options} // the server has searched
      searchable
      nothingFoundMessage={t('adminProblems.nothingFound.title')}
      onSearchChange={setText}
      onChange={(value) => onChange(value === null ? null : Number(value))}
    />
  );
}
