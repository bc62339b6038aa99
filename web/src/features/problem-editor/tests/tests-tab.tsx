import { Button, Table } from '@mantine/core';
import { IconFileZip, IconPlus, IconTestPipe } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftTest, draftTest, findTest, moved } from '#features/problem-editor/editor-draft.ts';
import { uploadTests } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { PackageScript } from '#features/problem-editor/tests/package-script.tsx';
import { TestDialog } from '#features/problem-editor/tests/test-dialog.tsx';
import { TestRow } from '#features/problem-editor/tests/test-row.tsx';
import { TestView } from '#features/problem-editor/tests/test-view.tsx';
import type { RescanProps } from '#features/problem-editor/use-rescan.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { FilePick } from '#shared/ui/forms/file-pick.tsx';
import { MoreRows, useFirstRows } from '#shared/ui/lists/more-rows.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';
import { showNotice, showWarning } from '#shared/ui/toasts/toasts.ts';

export interface TestsTabProps extends RescanProps {
  tests: readonly DraftTest[];
  onChange: (change: (tests: readonly DraftTest[]) => DraftTest[]) => void;
}

/** The tests in the order in which they run. Nothing here is saved before the bar below says so. */
export function TestsTab({ tests, onChange, ...rescan }: TestsTabProps) {
  const { t } = useTranslation();
  const { problem } = rescan;
  const [edited, setEdited] = useState<{ test: DraftTest; number: number } | 'new' | null>(null);
  const [viewed, setViewed] = useState<string | null>(null);
  const isPhone = useIsPhone();
  const unpack = useUnpack(problem.id, onChange);
  const hasPoints = problem.judging?.scoring === true;
  const { shown, more } = useFirstRows(tests);
  const view = tests.find(({ key }) => key === viewed);
  const change = (key: string, part: Partial<DraftTest>) =>
    onChange((known) => known.map((test) => (test.key === key ? { ...test, ...part } : test)));
  const move = (index: number, to: number) => onChange((known) => moved(known, index, to));
  const actions = (
    <div className={classes.bar}>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
        {t('problemEditor.addTest')}
      </Button>
      <FilePick accept=".zip,application/zip" onFiles={([file]) => unpack.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={unpack.isPending}
            leftSection={<IconFileZip size={18} aria-hidden />}
          >
            {t('problemEditor.addZip')}
          </Button>
        )}
      </FilePick>
      <span className={classes.hint}>{t('problemEditor.testsCount', { count: tests.length })}</span>
    </div>
  );
  return (
    <section aria-label={t('problemEditor.tab.tests')}>
      {actions}
      {tests.length === 0 ? (
        <EmptyState
          icon={<IconTestPipe size={44} stroke={1.5} aria-hidden />}
          title={t('problemEditor.noTests')}
          text={t('problemEditor.noTestsText')}
        />
      ) : (
        <Table.ScrollContainer minWidth={isPhone ? 0 : 560}>
          <Table verticalSpacing="xs" {...(isPhone && { horizontalSpacing: 6 })}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>#</Table.Th>
                <Table.Th>{t('problemEditor.input')}</Table.Th>
                <Table.Th>{t('problemEditor.answer')}</Table.Th>
                <Table.Th>{t('problemEditor.sample')}</Table.Th>
                {hasPoints && <Table.Th>{t('problemEditor.points')}</Table.Th>}
                <Table.Th>
                  <span className={isPhone ? 'visually-hidden' : undefined}>
                    {t('problemEditor.actions')}
                  </span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((test, index) => (
                <TestRow
                  key={test.key}
                  test={test}
                  number={index + 1}
                  isLast={index === tests.length - 1}
                  hasPoints={hasPoints}
                  onView={() => setViewed(test.key)}
                  onEdit={() => setEdited({ test, number: index + 1 })}
                  onMove={(by) => move(index, index + by)}
                  onChange={(part) => change(test.key, part)}
                  onRemove={() => onChange((known) => known.filter(({ key }) => key !== test.key))}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <MoreRows {...more} />
      <PackageScript {...rescan} />
      {edited && (
        <TestDialog
          problemId={problem.id}
          number={edited === 'new' ? tests.length + 1 : edited.number}
          isNew={edited === 'new'}
          onClose={() => setEdited(null)}
          onDone={(files) => {
            if (edited === 'new') onChange((known) => [...known, draftTest({ isSample: false, ...files })]);
            else {
              // The form follows what somebody else saves while nothing is changed in it, also below the dialog.
              const replaced = findTest(tests, edited.test);
              if (!replaced) return showWarning(t('problemEditor.testGone', { number: edited.number }));
              const { inputExcerpt: input, answerExcerpt: answer, ...contents } = files;
              // The picture explains the former input.
              const isSameInput = contents.inputSha256 === replaced.inputSha256;
              const picture = isSameInput ? replaced.picture : null;
              change(replaced.key, { ...contents, picture, excerpts: { input, answer } });
            }
            setEdited(null);
          }}
        />
      )}
      {view && (
        <TestView
          problemId={problem.id}
          test={view}
          number={tests.indexOf(view) + 1}
          onClose={() => setViewed(null)}
        />
      )}
    </section>
  );
}

/** Unpacks an archive on the server and adds its tests to the end. */
function useUnpack(problemId: number, onChange: TestsTabProps['onChange']) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (file: File) => uploadTests(problemId, file),
    onSuccess: ({ tests, withoutPair, ignored }) => {
      onChange((known) => [...known, ...tests.map(draftTest)]);
      showNotice(t('problemEditor.unpacked', { count: tests.length }));
      const others = [...withoutPair, ...ignored];
      if (others.length > 0) {
        showWarning(
          t('problemEditor.notTaken', { names: others.slice(0, 10).join(', '), count: others.length }),
        );
      }
    },
  });
}
