import { ComboboxChevron, InputBase, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { onPress, useAfterScreen } from '#shared/ui/behaviour/after-screen.ts';
import { floating } from '#shared/ui/floating/floating.ts';

export interface ChoiceProps
  extends Pick<SelectProps, 'className' | 'w' | 'placeholder' | 'searchable' | 'aria-label'> {
  data: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string) => void;
}

/** Keys that open a list. */
const OPENING: readonly string[] = ['Enter', ' ', 'ArrowDown', 'ArrowUp'];

/** Choice of one of several, for screens that a first visit opens: its list comes after the screen. */
export function Choice({ data, value, onChange, searchable = false, ...field }: ChoiceProps) {
  const [isWanted, setIsWanted] = useState(false);
  const { module, element } = useAfterScreen(floating, isWanted);
  const ref = element as RefObject<HTMLInputElement | null>;
  if (module !== null) {
    return (
      <module.Select
        {...field}
        ref={ref}
        data={data}
        value={value}
        searchable={searchable}
        allowDeselect={false}
        defaultDropdownOpened={isWanted}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
      />
    );
  }
  return (
    <InputBase
      {...field}
      ref={ref}
      readOnly
      pointer
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      value={data.find((one) => one.value === value)?.label ?? ''}
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
      {...onPress(() => setIsWanted(true))}
      onKeyDown={(event: KeyboardEvent) => {
        if (!OPENING.includes(event.key)) return;
        event.preventDefault();
        setIsWanted(true);
      }}
    />
  );
}
