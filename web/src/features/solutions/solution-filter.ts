/** What a list of solutions is narrowed to; an empty list of ids narrows nothing. */
export interface SolutionFilter {
  userIds: readonly number[];
  problemIds: readonly number[];
  verdictIds: readonly number[];
  languageIds: readonly number[];
  groupIds: readonly number[];
  judgeIds: readonly number[];
}

export const NO_FILTER: SolutionFilter = {
  userIds: [],
  problemIds: [],
  verdictIds: [],
  languageIds: [],
  groupIds: [],
  judgeIds: [],
};

export const isFiltered = (filter: SolutionFilter) =>
  filter.userIds.length +
    filter.problemIds.length +
    filter.verdictIds.length +
    filter.languageIds.length +
    filter.groupIds.length +
    filter.judgeIds.length >
  0;
