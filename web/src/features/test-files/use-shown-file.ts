import { useSearch, withParameter } from '#shared/ui/behaviour/use-search.ts';

/** Id of the heading over the files, to which other parts of the page lead. */
export const TITLE_ID = 'test-files';

export const SHOWN_FILES = ['difference', 'output', 'answer', 'input'] as const;
export type ShownFile = (typeof SHOWN_FILES)[number];

/** Runs whose output can be shown: that of the judging, and one that a supervisor asked for. */
export const RUNS = ['judged', 'output'] as const;
export type Run = (typeof RUNS)[number];

/** The test and the file of it that are looked at; both stand in the address. */
export function useShownFile(usualTest: number) {
  const [search, changeSearch] = useSearch({ preventScrollReset: true });
  const asked = Number(search.get('test'));
  const file = SHOWN_FILES.find((one) => one === search.get('file')) ?? 'difference';
  const run = RUNS.find((one) => one === search.get('run')) ?? null;
  const change = (name: string, value: string) => changeSearch(withParameter(name, value));
  return {
    testNumber: Number.isSafeInteger(asked) && asked > 0 ? asked : Math.max(usualTest, 1),
    file,
    /** Null: whichever there is. */
    run,
    showTest: (number: number) => change('test', `${number}`),
    showRun: (shown: Run) => change('run', shown),
    showFile: (shown: ShownFile) => change('file', shown),
  };
}
