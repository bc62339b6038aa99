import type {
  CertificatePictures,
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

const picturesKey = (contestId: number) => [...keyOf(contestId), 'pictures'] as const;

/** Logo and signatures of the certificates of a contest. */
export function certificatePicturesQuery(contestId: number) {
  return queryOptions({
    queryKey: picturesKey(contestId),
    queryFn: ({ signal }) => get<CertificatePictures>(`${path(contestId)}/pictures`, { signal }),
    staleTime: 0,
    meta: { ownError: true },
  });
}

export function useSaveCertificatePictures(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (pictures: CertificatePictures) => post<unknown>(`${path(contestId)}/pictures`, pictures),
    onSettled: () => queryClient.invalidateQueries({ queryKey: picturesKey(contestId) }),
  });
}

/** Address of the certificate of an invented team. */
export const previewLink = (contestId: number, locale: CertificatesQuery['locale']): string =>
  `${path(contestId)}/preview.pdf?locale=${locale}`;

/** Address of the document; its dates are those of the reader's time zone. */
export function certificatesLink(
  contestId: number,
  { locale, who, logos }: Pick<CertificatesQuery, 'locale' | 'who' | 'logos'>,
): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return `${path(contestId)}.pdf?${new URLSearchParams({ locale, who, logos: String(logos), timeZone })}`;
}
