import { listAddress } from '#features/contest-list/contest-list.url.ts';

/** Addresses of the list of the admin area; the newest made contest comes first. */
export const { readChoice, choicePath } = listAddress({ path: '/admin/contests', defaultSort: 'byId' });
