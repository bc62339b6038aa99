import type { PackageReport } from '@balloon/contracts/package-report.ts';
import type { Rescan } from '@balloon/contracts/problem-admin.ts';
import type { EditedProblem } from '@balloon/contracts/problem-editor.ts';
import { Button, Table } from '@mantine/core';
import { IconPackage, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';
import { post } from '#shared/api/api.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/confirm.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { showDone, showWarning } from '#shared/ui/toasts.ts';

/** Reference solutions of the package with the verdicts that they should and did get, and importing it anew. */
export function SolutionsTab({ problem, hasChanges }: { problem: EditedProblem; hasChanges: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { lastImport } = problem;
  const rescan = useRescan(problem, hasChanges);
  const button = problem.canRescan && (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={rescan.isPending}
      onClick={() => void rescan.ask()}
    >
      {t('problemEditor.verifyNow')}
    </Button>
  );
  if (!lastImport || lastImport.report.solutions.length === 0) {
    return (
      <EmptyState
        icon={<IconPackage size={44} stroke={1.5} aria-hidden />}
        title={t('problemEditor.noSolutions')}
        text={t('problemEditor.noSolutionsText')}
        action={button}
      />
    );
  }
  const { fileName, finishedAtMs, report } = lastImport;
  return (
    <section aria-label={t('problemEditor.tab.solutions')}>
      <div className={classes.bar}>
        <p className={classes.hint}>
          {t('problemEditor.seenAt', {
            file: fileName,
            when: finishedAtMs === null ? '' : formats.dateTime(finishedAtMs),
          })}
        </p>
        {button}
      </div>
      <Table.ScrollContainer minWidth={640}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('problemEditor.file')}</Table.Th>
              <Table.Th>{t('problemEditor.expected')}</Table.Th>
              <Table.Th>{t('problemEditor.seen')}</Table.Th>
              <Table.Th>{t('problemEditor.spent')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {report.solutions.map((solution) => (
              <SolutionRow key={solution.file} solution={solution} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

function SolutionRow({ solution }: { solution: PackageReport['solutions'][number] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { file, language, label, expected, got, seen, agrees, test, timeMs, memoryKb, detail } = solution;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {file}
        <p className={classes.comment}>{language}</p>
      </Table.Th>
      <Table.Td>
        {expected}
        <p className={classes.comment}>{label}</p>
      </Table.Td>
      <Table.Td>
        <span className={classes.agrees} data-agrees={agrees}>
          {t(`problemEditor.agrees.${agrees}`)}
        </span>{' '}
        {seen.join(', ') || got}
        {test !== null && ` · ${t('problemEditor.testNamed', { name: test })}`}
        {detail !== null && <p className={classes.comment}>{detail}</p>}
      </Table.Td>
      <Table.Td>
        {formats.number(Math.round(timeMs))} {t('problemEditor.ms')}, {formats.number(Math.round(memoryKb))}{' '}
        {t('problemEditor.kb')}
      </Table.Td>
    </Table.Tr>
  );
}

/** Imports the kept package anew, which runs all its solutions and makes a version of what is in it. */
function useRescan(problem: EditedProblem, hasChanges: boolean) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => post<Rescan>(`/api/admin/problems/${problem.id}/rescan`),
    onSuccess: async ({ state, message, versionNumber }) => {
      if (state === 'done') showDone(t('problemEditor.rescanned', { number: versionNumber }));
      else showWarning(message ?? t('problemEditor.rescanGoesOn'));
      await queryClient.invalidateQueries({ queryKey: ['admin', 'problem', problem.id] });
    },
  });
  async function ask() {
    const text = [t('problemEditor.verifyText'), hasChanges && t('problemEditor.losesChanges')];
    const question = { title: t('problemEditor.verifyQuestion'), text: text.filter(Boolean).join(' ') };
    if (await confirm({ ...question, yes: t('problemEditor.verifyNow') })) mutate();
  }
  return { ask, isPending };
}
