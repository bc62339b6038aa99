import { listAddress } from '#features/contest-list/contest-list.url.ts';

/** The list of the admin area. What comes next and what runs stands first, whenever it was made. */
export const ADMIN_CONTESTS = listAddress('/admin/contests');
