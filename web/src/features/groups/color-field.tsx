import { ColorInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/groups/color-field.module.css';
import { readableOn } from '#features/groups/contrast.ts';
import { SWATCHES, type Swatch, swatchAfter } from '#features/groups/palette.ts';

export interface ColorFieldProps {
  /** Colour as #rrggbb; while it is typed, anything. */
  value: string;
  error?: string | undefined;
  onChange: (color: string) => void;
}

/** A colour out of 160 swatches, which arrows walk, or any other. */
export function ColorField({ value, error, onChange }: ColorFieldProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{t('groups.color')}</legend>
      <Swatches value={value} onChange={onChange} />
      <ColorInput
        label={t('groups.ownColor')}
        value={value}
        error={error}
        format="hex"
        onChange={onChange}
        popoverProps={{ withinPortal: true }}
        eyeDropperButtonProps={{ 'aria-label': t('groups.pickFromScreen') }}
      />
    </fieldset>
  );
}

function Swatches({ value, onChange }: Pick<ColorFieldProps, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const chosen = SWATCHES.findIndex(({ color }) => color === value.toUpperCase());
  function walk(event: KeyboardEvent, index: number) {
    const next = swatchAfter(event.key, index);
    const swatch = next === undefined ? undefined : SWATCHES[next];
    if (next === undefined || !swatch) return;
    event.preventDefault();
    onChange(swatch.color);
    (box.current?.children[next] as HTMLElement | undefined)?.focus();
  }
  return (
    <div ref={box} className={classes.swatches} role="radiogroup" aria-label={t('groups.palette')}>
      {SWATCHES.map((swatch, index) => (
        <SwatchButton
          key={swatch.color}
          swatch={swatch}
          isChosen={index === chosen}
          // Tab stops once: at the chosen colour, or the first.
          tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
          onChoose={() => onChange(swatch.color)}
          onKeyDown={(event) => walk(event, index)}
        />
      ))}
    </div>
  );
}

interface SwatchButtonProps {
  swatch: Swatch;
  isChosen: boolean;
  tabIndex: number;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function SwatchButton({ swatch, isChosen, tabIndex, onChoose, onKeyDown }: SwatchButtonProps) {
  const { t } = useTranslation();
  const { color, hue, shade } = swatch;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button is a swatch with arrows in two directions
    <button
      type="button"
      role="radio"
      className={classes.swatch}
      style={{ background: color, color: readableOn(color).ink }}
      aria-checked={isChosen}
      aria-label={t('groups.swatch', { hue: t(`groups.hue.${hue}`), shade })}
      title={color}
      tabIndex={tabIndex}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      {isChosen && <IconCheck size={16} stroke={3} aria-hidden />}
    </button>
  );
}
