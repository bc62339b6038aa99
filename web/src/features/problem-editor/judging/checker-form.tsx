import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import { Checkbox, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CheckerProgram } from '#features/problem-editor/judging/checker-program.tsx';
import classes from '#features/problem-editor/problem-editor.module.css';

type Kind = CheckerSpec['kind'];

/** Each kind with the options that it begins with. */
const CHECKERS: { [K in Kind]: Extract<CheckerSpec, { kind: K }> } = {
  tokens: { kind: 'tokens' },
  exact: { kind: 'exact' },
  floats: { kind: 'floats', absolute: 1e-6, relative: 1e-6 },
  kattis: { kind: 'kattis', caseSensitive: false, spaceSensitive: false, absolute: null, relative: null },
  program: {
    kind: 'program',
    protocol: 'testlib',
    program: { language: 'cpp17', files: [], sources: [] },
    flags: [],
  },
};
const KINDS = Object.keys(CHECKERS) as Kind[]; // the keys of the table above

export interface CheckerFormProps {
  problemId: number;
  checker: CheckerSpec;
  /** Told how the checker changes: a source may have been uploaded when another one is chosen. */
  onChange: (change: (known: CheckerSpec) => CheckerSpec) => void;
}

/** Choice of the comparison, and its options. */
export function CheckerForm({ problemId, checker, onChange }: CheckerFormProps) {
  const { t } = useTranslation();
  const set = (chosen: CheckerSpec) => onChange(() => chosen);
  return (
    <div className={classes.fields}>
      <Select
        label={t('problemEditor.comparison')}
        description={t(`problemEditor.checkerHint.${checker.kind}`)}
        data={KINDS.map((kind) => ({ value: kind, label: t(`problemEditor.checkerKind.${kind}`) }))}
        value={checker.kind}
        allowDeselect={false}
        onChange={(kind) => {
          const chosen = KINDS.find((one) => one === kind);
          if (chosen && chosen !== checker.kind) set(CHECKERS[chosen]);
        }}
      />
      {(checker.kind === 'floats' || checker.kind === 'kattis') && (
        <Tolerances checker={checker} onChange={set} />
      )}
      {checker.kind === 'kattis' && (
        <>
          <Checkbox
            label={t('problemEditor.caseSensitive')}
            checked={checker.caseSensitive}
            onChange={(event) => set({ ...checker, caseSensitive: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('problemEditor.spaceSensitive')}
            checked={checker.spaceSensitive}
            onChange={(event) => set({ ...checker, spaceSensitive: event.currentTarget.checked })}
          />
        </>
      )}
      {checker.kind === 'program' && (
        <CheckerProgram
          problemId={problemId}
          checker={checker}
          onChange={(change) => onChange((known) => (known.kind === 'program' ? change(known) : known))}
        />
      )}
    </div>
  );
}

type WithTolerances = Extract<CheckerSpec, { kind: 'floats' | 'kattis' }>;

/** Absolute and relative tolerance; Kattis' comparison takes numbers as text where there is none. */
function Tolerances({
  checker,
  onChange,
}: {
  checker: WithTolerances;
  onChange: (checker: CheckerSpec) => void;
}) {
  const { t } = useTranslation();
  const change = (part: 'absolute' | 'relative') => (value: number | string) => {
    const number = value === '' ? null : Number(value);
    if (number !== null && !Number.isFinite(number)) return;
    if (checker.kind === 'kattis') onChange({ ...checker, [part]: number });
    else if (number !== null) onChange({ ...checker, [part]: number });
  };
  return (
    <div className={classes.limits}>
      {(['absolute', 'relative'] as const).map((part) => (
        <NumberInput
          key={part}
          label={t(`problemEditor.${part}`)}
          value={checker[part] ?? ''}
          min={0}
          step={1e-6}
          decimalScale={15}
          onChange={change(part)}
        />
      ))}
    </div>
  );
}
