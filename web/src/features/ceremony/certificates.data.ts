import type {
  CertificatesQuery,
  CertificateTexts,
  SaveCertificateText,
} from '@balloon/contracts/certificates.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, post } from '#shared/api/api.ts';

const path = (contestId: number) => `/api/admin/contests/${contestId}/certificates`;
const keyOf = (contestId: number) => ['admin', 'contests', contestId, 'certificates'] as const;

/** What the certificates of a contest say, in each language. */
export function certificateTextsQuery(contestId: number) {
  return queryOptions({
    queryKey: keyOf(contestId),
    queryFn: ({ signal }) => get<CertificateTexts>(path(contestId), { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

export function useSaveCertificateText(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: SaveCertificateText) => post<unknown>(path(contestId), text),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(contestId) }),
  });
}

/** Address of the document; its dates are those of the reader's time zone. */
export function certificatesLink(
  contestId: number,
  { locale, who }: Pick<CertificatesQuery, 'locale' | 'who'>,
): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return `${path(contestId)}.pdf?${new URLSearchParams({ locale, who, timeZone })}`;
}
