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

const FIELDS = Object.keys(NO_FILTER) as (keyof SolutionFilter)[];

/** Number of fields by which a list is narrowed. */
export const countFilters = (filter: SolutionFilter) =>
  FIELDS.filter((field) => filter[field].length > 0).length;

export const isFiltered = (filter: SolutionFilter) => countFilters(filter) > 0;
