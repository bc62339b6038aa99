import { pageNumber } from '#shared/ui/lists/pages.ts';

export interface OrganizationChoice {
  page: number;
  query: string;
}

export function readOrganizationChoice(search: URLSearchParams): OrganizationChoice {
  return { page: pageNumber(search.get('page') ?? undefined), query: search.get('query') ?? '' };
}

/** The address of the list; defaults are left out of it. */
export function organizationsPath({ page, query }: Partial<OrganizationChoice> = {}): string {
  const search = new URLSearchParams({
    ...(query && { query }),
    ...(page !== undefined && page > 1 && { page: String(page) }),
  });
  return search.size === 0 ? '/admin/organizations' : `/admin/organizations?${search}`;
}

export const organizationPath = (id: number) => `/admin/organizations/edit/${id}`;
