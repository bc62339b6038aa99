import { useSearchParams } from 'react-router';

/** Id of the heading over the files, to which other parts of the page lead. */
export const TITLE_ID = 'test-files';

export const SHOWN_FILES = ['difference', 'output', 'answer', 'input'] as const;
export type ShownFile = (typeof SHOWN_FILES)[number];

/** The test and the file of it that are looked at; both stand in the address. */
export function useShownFile(usualTest: number) {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('test'));
  const file = SHOWN_FILES.find((one) => one === search.get('file')) ?? 'difference';
  const change = (name: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, value);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    testNumber: Number.isSafeInteger(asked) && asked > 0 ? asked : Math.max(usualTest, 1),
    file,
    showTest: (number: number) => change('test', `${number}`),
    showFile: (shown: ShownFile) => change('file', shown),
  };
}
