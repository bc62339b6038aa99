import type { EditedProblem, VersionHistory } from '@balloon/contracts/problems/problem-editor.ts';
import { Button, Table } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { versionHistoryQuery } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { VersionComparison } from '#features/problem-editor/versions/version-comparison.tsx';
import { useLimitsText } from '#features/problems/limits.tsx';
import { useRollBack } from '#features/problems/versions/problem-versions.data.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

type Version = VersionHistory[number];

interface VersionsTabProps {
  problem: EditedProblem;
  hasChanges: boolean;
  /** The changes may give way to the version that is about to come. Returns what keeps them where none comes. */
  onGiveUp: () => () => void;
}

/** All versions, newest first: who saved each and why, where it is pinned; comparing two, going back to one. */
export function VersionsTab({ problem, hasChanges, onGiveUp }: VersionsTabProps) {
  const { t } = useTranslation();
  const { data: versions, error, refetch } = useQuery(versionHistoryQuery(problem.id));
  const [from, setFrom] = useState<number | null>(null);
  const restore = useRestore({ problem, hasChanges, onGiveUp });
  if (error && !versions) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!versions) return <RowsPlaceholder />;
  if (versions.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory size={44} stroke={1.5} aria-hidden />}
        title={t('problemEditor.noVersions')}
        text={t('problemEditor.noVersionsText')}
      />
    );
  }
  const compared = versions.find(({ versionNumber }) => versionNumber === from);
  return (
    <section aria-label={t('problemEditor.tab.versions')}>
      <Table.ScrollContainer minWidth={720}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('problemEditor.version')}</Table.Th>
              <Table.Th>{t('problemEditor.savedBy')}</Table.Th>
              <Table.Th>{t('problemEditor.judgedBy')}</Table.Th>
              <Table.Th>{t('problemEditor.pinnedIn')}</Table.Th>
              <Table.Th>{t('problemEditor.actions')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map((version) => (
              <VersionRow
                key={version.uuid}
                problemId={problem.id}
                version={version}
                isNewest={version === versions[0]}
                isRestoring={restore.isPending}
                onCompare={() => setFrom(version.versionNumber)}
                onRestore={() => void restore.ask(version.versionNumber)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {compared && (
        <VersionComparison
          key={compared.uuid}
          problemId={problem.id}
          versions={versions}
          initialFrom={compared.versionNumber}
        />
      )}
    </section>
  );
}

interface VersionRowProps {
  problemId: number;
  version: Version;
  isNewest: boolean;
  isRestoring: boolean;
  onCompare: () => void;
  onRestore: () => void;
}

function VersionRow({ problemId, version, isNewest, isRestoring, onCompare, onRestore }: VersionRowProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const limitsText = useLimitsText();
  const { versionNumber: number, author, createdAtMs, comment, testsNumber, checker, contests } = version;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Link to={`/problems/${problemId}/version/${number}`}>#{number}</Link>
      </Table.Th>
      <Table.Td>
        {author?.fullName || author?.username || t('problemEditor.imported')}, {formats.dateTime(createdAtMs)}
        {comment !== '' && <p className={classes.comment}>{comment}</p>}
      </Table.Td>
      <Table.Td>
        {testsNumber > 0 && t('problemEditor.testsCount', { count: testsNumber })}
        {checker !== null && `, ${t(`problemEditor.checkerKind.${checker}`)}`}
        <p className={classes.comment}>{limitsText(version)}</p>
      </Table.Td>
      <Table.Td>
        {contests.map(({ id, name }) => (
          <p key={id} className={classes.comment}>
            <Link to={`/contest/${id}`}>{name}</Link>
          </p>
        ))}
      </Table.Td>
      <Table.Td>
        {isNewest ? (
          <span className={classes.hint}>{t('problemEditor.present')}</span>
        ) : (
          <div className={classes.actions}>
            <Button
              variant="default"
              onClick={onCompare}
              aria-label={t('problemEditor.compareNamed', { number })}
            >
              {t('problemEditor.compare')}
            </Button>
            <Button
              variant="default"
              loading={isRestoring}
              onClick={onRestore}
              aria-label={t('versions.restoreNumber', { number })}
            >
              {t('versions.restore')}
            </Button>
          </div>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Goes back to a version after a question; the form is filled from the version that this makes. */
function useRestore({ problem, hasChanges, onGiveUp }: VersionsTabProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useRollBack(problem.id, (newest, number) => {
    showNotice(t('versions.restored', { number, newest }));
    void queryClient.invalidateQueries({ queryKey: ['admin', 'problem', problem.id] });
  });
  async function ask(number: number) {
    const isSure = await confirm({
      title: t('versions.restoreQuestion', { number }),
      text: [
        t('versions.restoreText', { next: problem.versionNumber + 1 }),
        hasChanges && t('problemEditor.losesChanges'),
      ]
        .filter(Boolean)
        .join(' '),
      yes: t('versions.restore'),
      isDestructive: hasChanges,
    });
    if (!isSure) return;
    mutateAsync(number).catch(onGiveUp());
  }
  return { ask, isPending };
}
