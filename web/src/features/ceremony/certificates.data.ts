import type { Organization } from '@balloon/contracts/people/teams.ts';
import type {
  CertificatePictures,
  CertificatesQuery,
  CertificateTexts,
  MissingLogo,
  MissingLogos,
  SaveCertificateText,
} from '@balloon/contracts/scoreboard/certificates.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ORGANIZATIONS, ORGANIZATIONS_KEY, saveOrganization } from '#features/teams/teams.data.ts';
import { get, post } from '#shared/api/calls/api.ts';
import { uploadPicture } from '#shared/api/calls/upload-picture.ts';
import { LOGO_MOST, pngFileOf } from '#shared/ui/forms/png-of.ts';

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

/** @param onSaved called also when the form was left meanwhile */
export function useSaveCertificateText(contestId: number, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: SaveCertificateText) => post<unknown>(path(contestId), text),
    onSuccess: onSaved,
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

/** @param onSaved called also when the form was left meanwhile */
export function useSaveCertificatePictures(contestId: number, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (pictures: CertificatePictures) => post<unknown>(`${path(contestId)}/pictures`, pictures),
    onSuccess: onSaved,
    onSettled: () => queryClient.invalidateQueries({ queryKey: picturesKey(contestId) }),
  });
}

/** Organisations of a contest whose logo the certificates leave out. */
export function missingLogosQuery(contestId: number) {
  return queryOptions({
    queryKey: [...keyOf(contestId), 'missing-logos'],
    queryFn: ({ signal }) => get<MissingLogos>(`${path(contestId)}/missing-logos`, { signal }),
    staleTime: 0,
    meta: { ownError: true, quiet: true },
  });
}

/** Draws logos anew as PNG, as the form of an organisation does with a file. @returns how many were drawn */
export function useRedrawLogos(contestId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (missing: readonly MissingLogo[]) => {
      let redrawn = 0;
      for (const { id } of missing) if (await redrawLogo(id)) redrawn += 1;
      return redrawn;
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contestId) });
      await queryClient.invalidateQueries({ queryKey: ORGANIZATIONS_KEY });
    },
  });
}

/** @returns false for a picture that the browser cannot draw either */
async function redrawLogo(id: number): Promise<boolean> {
  const organization = await get<Organization>(`${ORGANIZATIONS}/${id}`);
  const { name, formalName, country, logo, foreignId, version } = organization;
  if (logo === null) return false;
  const shown = await fetch(logo);
  if (!shown.ok) return false;
  const file = new File([await shown.blob()], 'logo');
  const png = await pngFileOf(file, LOGO_MOST);
  if (png === file) return false;
  const { link } = await uploadPicture(png);
  await saveOrganization(id, { name, formalName, country, foreignId, version, logo: link });
  return true;
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
