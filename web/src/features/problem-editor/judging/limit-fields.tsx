import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';
import { KB_PER_MB } from '#features/problems/limits.tsx';

export interface LimitValues {
  timeLimitMs: number;
  memoryLimitKb: number;
}

/** Bounds as the judge has them: `JudgingRules` in contracts/src/judging/testset.ts. */
const TIME = { min: 1, max: 600_000, step: 500 };
const MEMORY_KB = { min: 1024, max: 16_777_216, step: 65_536 };

/** Time in ms, and memory in MB, or in KB where that is not whole. @param of the language that they are of */
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
  // An empty field keeps the former value.
  const change = (part: keyof LimitValues, unit: number) => (value: number | string) => {
    if (typeof value === 'number') onChange({ ...limits, [part]: value * unit });
  };
  const memory = useMemoryUnit(limits.memoryLimitKb);
  const named = (label: string) => (of === undefined ? { label } : { 'aria-label': `${of}: ${label}` });
  return (
    <div className={classes.limits}>
      <NumberInput
        {...named(t('problemEditor.timeMs'))}
        {...TIME}
        clampBehavior="blur"
        allowDecimal={false}
        value={limits.timeLimitMs}
        onChange={change('timeLimitMs', 1)}
        suffix={` ${t('problemEditor.ms')}`}
      />
      <NumberInput
        {...named(t('problemEditor.memory'))}
        min={MEMORY_KB.min / memory.unitKb}
        max={MEMORY_KB.max / memory.unitKb}
        step={MEMORY_KB.step / memory.unitKb}
        clampBehavior="blur"
        allowDecimal={false}
        value={limits.memoryLimitKb / memory.unitKb}
        onChange={change('memoryLimitKb', memory.unitKb)}
        onFocus={memory.keep}
        onBlur={memory.release}
        suffix={` ${t(memory.unitKb === 1 ? 'problemEditor.kb' : 'problemEditor.mb')}`}
      />
    </div>
  );
}

/** Unit in which an amount of memory is whole; it stays the same while somebody types. */
function useMemoryUnit(memoryKb: number) {
  const [keptKb, setKeptKb] = useState<number | null>(null);
  const unitKb = keptKb ?? (memoryKb % KB_PER_MB === 0 ? KB_PER_MB : 1);
  return { unitKb, keep: () => setKeptKb(unitKb), release: () => setKeptKb(null) };
}
