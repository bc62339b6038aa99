import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { decodeText } from '#features/problems/files/decode-text.ts';
import classes from '#features/problems/files/statement-files.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

/** Larger than useful texts in a statement; the whole file is one click away. */
const MAX_BYTES = 256 * 1024;

/** Shows a text file unchanged; for a file that is too long or not text, a notice beside its link. */
export function TextFile({ name, url }: { name: string; url: string }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['text file', url],
    queryFn: ({ signal }) => readText(url, signal),
    staleTime: Number.POSITIVE_INFINITY, // an address always means the same file
    meta: { ownError: true },
  });
  if (error !== null && data === undefined)
    return <p className={classes.notShown}>{t('statement.fileFailed')}</p>;
  if (data === undefined) return <Skeleton height={120} />;
  if (data === null) return <p className={classes.notShown}>{t('statement.notShown')}</p>;
  return (
    <ScrollRegion as="pre" className={classes.textFile} label={name}>
      {data}
    </ScrollRegion>
  );
}

/** @returns null for a file that is not to be shown as text */
async function readText(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, { signal, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  if (Number(response.headers.get('content-length')) > MAX_BYTES) {
    await response.body?.cancel();
    return null;
  }
  return decodeText(new Uint8Array(await response.arrayBuffer()));
}
