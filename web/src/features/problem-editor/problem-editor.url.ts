export const EDITOR_TABS = ['statement', 'tests', 'judging', 'editorial', 'versions', 'solutions'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** Tab in the address; the statement where it names none. */
export function tabOf(search: URLSearchParams): EditorTab {
  const named = search.get('tab');
  return EDITOR_TABS.find((tab) => tab === named) ?? 'statement';
}

export const tabAddress = (problemId: number, tab: EditorTab) =>
  `/admin/problems/edit/${problemId}${tab === 'statement' ? '' : `?tab=${tab}`}`;
