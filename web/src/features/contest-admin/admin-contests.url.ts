import { listAddress } from '#features/contest-list/contest-list.url.ts';

/** The list of the admin area; the newest made contest comes first. */
export const ADMIN_CONTESTS = listAddress({ path: '/admin/contests', defaultSort: 'byId' });
