import { NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';

export interface LimitValues {
  timeLimitMs: number;
  memoryLimitKb: number;
}

/** Bounds as the judge has them: `JudgingRules` in contracts/testset.ts. */
const TIME = { min: 1, max: 600_000, step: 500 };
const MEMORY = { min: 1024, max: 16_777_216, step: 65_536 };

/** Time in ms and memory in KB. An empty field keeps the former value. @param of the language that they are of */
export function LimitFields({
  limits,
  onChange,
  of,
}: {
  limits: LimitValues;
  onChange: (limits: LimitValues) => void;
  of?: string;
}) {
  const { t } = useTranslation();
  const change = (part: keyof LimitValues) => (value: number | string) => {
    if (typeof value === 'number') onChange({ ...limits, [part]: value });
  };
  const named = (label: string) => (of === undefined ? { label } : { 'aria-label': `${of}: ${label}` });
  return (
    <div className={classes.limits}>
      <NumberInput
        {...named(t('problemEditor.timeMs'))}
        {...TIME}
        clampBehavior="blur"
        allowDecimal={false}
        value={limits.timeLimitMs}
        onChange={change('timeLimitMs')}
        suffix={` ${t('problemEditor.ms')}`}
      />
      <NumberInput
        {...named(t('problemEditor.memoryKb'))}
        {...MEMORY}
        clampBehavior="blur"
        allowDecimal={false}
        value={limits.memoryLimitKb}
        onChange={change('memoryLimitKb')}
        suffix={` ${t('problemEditor.kb')}`}
      />
    </div>
  );
}
