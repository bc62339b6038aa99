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

export const isFiltered = (filter: SolutionFilter) => Object.values(filter).some((ids) => ids.length > 0);

/** Number of fields by which a list is narrowed. */
export const countFilters = (filter: SolutionFilter) =>
  Object.values(filter).filter((ids) => ids.length > 0).length;
