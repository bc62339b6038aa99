import { Anchor, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DraftTest } from '#features/problem-editor/editor-draft.ts';
import {
  contentAddress,
  excerptQuery,
  testPictureAddress,
} from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { useSizeText } from '#features/problem-editor/tests/size-text.ts';
import { TestPicture } from '#features/test-files/test-picture.tsx';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface TestViewProps {
  problemId: number;
  test: DraftTest;
  number: number;
  onClose: () => void;
}

/** The beginnings of a test's files, with downloads of the whole ones. */
export function TestView({ problemId, test, number, onClose }: TestViewProps) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  const { inputSha256, inputBytes, answerSha256, answerBytes, picture, excerpts } = test;
  return (
    <Modal
      opened
      onClose={onClose}
      size={820}
      fullScreen={isPhone}
      title={t('problemEditor.test', { number })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <ContentView
        name={t('problemEditor.input')}
        {...{ problemId, sha256: inputSha256, bytes: inputBytes, uploaded: excerpts?.input }}
      />
      <ContentView
        name={t('problemEditor.answer')}
        {...{ problemId, sha256: answerSha256, bytes: answerBytes, uploaded: excerpts?.answer }}
      />
      {picture && (
        <section className={classes.content} aria-label={t('testFiles.picture', { number })}>
          <header className={classes.contentHead}>{t('testFiles.picture', { number })}</header>
          <div className={classes.contentPicture}>
            <TestPicture address={testPictureAddress(problemId, picture.sha256)} number={number} />
          </div>
        </section>
      )}
    </Modal>
  );
}

interface ContentViewProps {
  problemId: number;
  name: string;
  sha256: string;
  bytes: number;
  /** Beginning of a content that is not saved yet. */
  uploaded: string | undefined;
}

function ContentView({ problemId, name, sha256, bytes, uploaded }: ContentViewProps) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const isSaved = uploaded === undefined;
  const { data, error, refetch } = useQuery({ ...excerptQuery(problemId, sha256), enabled: isSaved });
  const excerpt = uploaded ?? data?.excerpt;
  const isCut = excerpt !== undefined && new TextEncoder().encode(excerpt).length < bytes;
  return (
    <section className={classes.content} aria-label={name}>
      <header className={classes.contentHead}>
        <span>
          {name}, {sizeText(bytes)}
        </span>
        {isSaved ? (
          <Anchor href={contentAddress(problemId, sha256)} download>
            {t('problemEditor.download')}
          </Anchor>
        ) : (
          <span>{t('problemEditor.notSaved')}</span>
        )}
      </header>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {excerpt === undefined && !error && <Skeleton height={80} />}
      {excerpt !== undefined && (
        <ScrollRegion as="pre" className={classes.contentText} label={name}>
          {excerpt}
          {isCut && '…'}
        </ScrollRegion>
      )}
    </section>
  );
}
