import type { TestFileName } from '@balloon/contracts/solutions/test-files.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type TestAddress, testFileQuery, testPath } from '#features/test-files/test-files.data.ts';
import classes from '#features/test-files/test-files.module.css';
import { useSize } from '#shared/text/excerpt.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface FileViewProps {
  address: TestAddress;
  file: TestFileName;
  /** When the output was made; null for the other files. */
  madeAtMs: number | null;
  /** How much of an output is kept. */
  keptBytes?: number | null;
}

/** A file of a test: its beginning, more of it on demand, and the whole as a download. */
export function FileView({ address, file, madeAtMs, keptBytes = null }: FileViewProps) {
  const { t } = useTranslation();
  const size = useSize();
  const query = useInfiniteQuery(testFileQuery(address, file, madeAtMs));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={160} radius="sm" aria-hidden />;
  const text = data.pages.map((part) => part.text).join('');
  const bytes = data.pages[0]?.bytes ?? 0;
  const name = t(`testFiles.${file}`);
  return (
    <section className={classes.file} aria-label={name}>
      <div className={classes.head}>
        <span>
          {name} <small>{size(bytes)}</small>
        </span>
        <span className={classes.tools}>
          <CopyButton text={text} label={t('details.copy', { name, number: address.testNumber })} />
          <Button
            component="a"
            href={`${testPath(address)}/files/${file}/raw`}
            download
            variant="subtle"
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('testFiles.download')}
          </Button>
        </span>
      </div>
      <ScrollRegion as="pre" className={classes.text} label={name}>
        {text === '' ? t('details.emptyFile') : text}
      </ScrollRegion>
      {hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('testFiles.more')}
        </Button>
      )}
      {keptBytes !== null && keptBytes < bytes && (
        <p className={classes.cut}>{t('testFiles.kept', { kept: size(keptBytes), size: size(bytes) })}</p>
      )}
    </section>
  );
}
