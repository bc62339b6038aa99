/* Bounds of teams and organisations, for the forms of the page as well. */

export const MAX_ORGANIZATION_NAME = 100;
export const MAX_FORMAL_NAME = 300;
export const MAX_TEAM_NAME = 200;
export const MAX_SEAT = 100;
export const MAX_COACH = 200;
export const MAX_MEMBER_NAME = 200;
export const MAX_MEMBERS = 20;
/** Ids that other systems gave to a team or an organisation. */
export const MAX_FOREIGN_ID = 100;
export const ORGANIZATIONS_PAGE_SIZE = 20;
