import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/**
 * Keeps what is typed into a field whose value stands in the address. The address follows after a pause in typing, and a slow
 * page draws that later still: what is typed by then stays. The field follows an address that changes from elsewhere.
 *
 * @returns what the field shows, and what takes each change of it
 */
export function useTyped<Value>(
  value: Value,
  pauseMs: number,
  onChange: (value: Value) => void,
): readonly [Value, (typed: Value) => void] {
  const [typed, setTyped] = useState(value);
  /** What the address has, and then what it is going to have. */
  const asked = useRef<readonly Value[]>([value]);
  const changeSoon = useDebouncedCallback((next: Value) => {
    asked.current = [...asked.current, next];
    onChange(next);
  }, pauseMs);
  useEffect(() => {
    if (!asked.current.includes(value)) setTyped(value);
    asked.current = withoutBefore(value, asked.current);
  }, [value]);
  const change = (next: Value) => {
    setTyped(next);
    changeSoon(next);
  };
  return [typed, change];
}

/** Takes away what was asked for before a value that has arrived, and everything where it was not asked for. */
export function withoutBefore<Value>(arrived: Value, asked: readonly Value[]): readonly Value[] {
  return [arrived, ...asked.slice(asked.indexOf(arrived) + 1 || asked.length)];
}
