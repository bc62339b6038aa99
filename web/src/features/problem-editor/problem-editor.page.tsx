import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import {
  changesOf,
  type Draft,
  type DraftJudging,
  editedSince,
  editingOf,
  followed,
} from '#features/problem-editor/editor-draft.ts';
import { EditorialTab } from '#features/problem-editor/editorial/editorial-tab.tsx';
import { JudgedElsewhere } from '#features/problem-editor/judged-elsewhere.tsx';
import { JudgingTab } from '#features/problem-editor/judging/judging-tab.tsx';
import { OutsideLine } from '#features/problem-editor/outside-line.tsx';
import { editedProblemQuery } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { EDITOR_TABS, tabAddress, tabOf } from '#features/problem-editor/problem-editor.url.ts';
import { SaveBar } from '#features/problem-editor/save-bar.tsx';
import { SolutionsTab } from '#features/problem-editor/solutions-tab.tsx';
import { StaleVerdicts } from '#features/problem-editor/stale-offer.tsx';
import { StatementTab } from '#features/problem-editor/statement/statement-tab.tsx';
import { TestsTab } from '#features/problem-editor/tests/tests-tab.tsx';
import { VersionsTab } from '#features/problem-editor/versions/versions-tab.tsx';
import { useLocale, usePageTitle } from '#shared/text/i18n.ts';
import { LinkTabs, ListHead } from '#shared/ui/lists/list-head.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/problems/edit/{problemId} */
export function Component() {
  const problemId = Number(useParams().problemId);
  const { data, error, refetch } = useQuery(editedProblemQuery(problemId));
  usePageTitle(useTitle(data));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <EditorSkeleton />;
  return <Editor key={problemId} newest={data} />;
}

/** Title of the problem in the language of the page, where it has that. */
function useTitle(problem: EditedProblem | undefined): string | undefined {
  const own = useLocale();
  const statements = problem?.statements ?? [];
  return (statements.find(({ locale }) => locale === own) ?? statements[0])?.title;
}

function EditorSkeleton() {
  return (
    <div>
      <Skeleton height={34} width="40%" mb={16} />
      <Skeleton height={44} width={420} maw="100%" mb={24} />
      <FormPlaceholder fields={5} />
    </div>
  );
}

function Editor({ newest }: { newest: EditedProblem }) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const tab = tabOf(search);
  const [editing, setEditing] = useState(() => editingOf(newest));
  const following = followed(editing, newest);
  if (following !== editing) setEditing(following);
  const { problem, draft } = following;
  const setDraft = (change: (known: Draft) => Draft) =>
    setEditing((known) => ({ ...known, draft: change(known.draft) }));
  /** Lets the changes go as soon as there is another version. Returns what keeps them after all. */
  const giveUp = () => {
    setEditing((known) => ({ ...known, givenUp: known.draft }));
    return () => setEditing((known) => ({ ...known, givenUp: null }));
  };
  const changes = useMemo(() => changesOf(problem, draft), [problem, draft]);
  const { id } = problem;
  const title = useTitle(problem) ?? '';
  const changeJudging = (change: (known: DraftJudging) => Partial<DraftJudging>) =>
    setDraft((known) => ({
      ...known,
      judging: known.judging && { ...known.judging, ...change(known.judging) },
    }));
  const tabs = EDITOR_TABS.map((name) => ({
    name: t(`problemEditor.tab.${name}`),
    to: tabAddress(id, name),
    isCurrent: name === tab,
  }));
  const judgedElsewhere = <JudgedElsewhere problem={problem} />;
  return (
    <div className={classes.page}>
      <ListHead title={title}>
        <Link to={`/problems/${id}`} className={classes.pageLink}>
          {t('problemEditor.toPage')}
        </Link>
      </ListHead>
      <div className={classes.tabs}>
        <LinkTabs label={t('problemEditor.tabs')} tabs={tabs} />
      </div>
      {problem.outside && (
        <OutsideLine
          problem={{ ...problem, outside: problem.outside }}
          hasChanges={changes !== null}
          onGiveUp={giveUp}
        />
      )}
      <StaleVerdicts problemId={id} />
      {tab === 'statement' && (
        <StatementTab
          problem={problem}
          statements={draft.statements}
          onChange={(change) => setDraft((known) => ({ ...known, statements: change(known.statements) }))}
        />
      )}
      {tab === 'tests' &&
        (draft.judging ? (
          <TestsTab
            problem={problem}
            tests={draft.judging.tests}
            hasChanges={changes !== null}
            onGiveUp={giveUp}
            onChange={(change) => changeJudging(({ tests }) => ({ tests: change(tests) }))}
          />
        ) : (
          judgedElsewhere
        ))}
      {tab === 'judging' &&
        (draft.judging ? (
          <JudgingTab problem={problem} judging={draft.judging} onChange={changeJudging} />
        ) : (
          judgedElsewhere
        ))}
      {tab === 'editorial' && (
        <EditorialTab
          tags={draft.tags}
          editorials={draft.editorials}
          onTags={(tags) => setDraft((known) => ({ ...known, tags }))}
          onEditorials={(change) => setDraft((known) => ({ ...known, editorials: change(known.editorials) }))}
        />
      )}
      {tab === 'versions' && (
        <VersionsTab problem={problem} hasChanges={changes !== null} onGiveUp={giveUp} />
      )}
      {tab === 'solutions' &&
        (draft.judging ? <SolutionsTab problem={problem} hasChanges={changes !== null} /> : judgedElsewhere)}
      <SaveBar
        problem={problem}
        draft={draft}
        changes={changes}
        onSaved={(saved, sent) =>
          setEditing((known) => ({ ...editingOf(saved), draft: editedSince(sent, known.draft, saved) }))
        }
        onDiscard={() => setEditing(editingOf(problem))}
        onLoadNewest={() => {
          const keep = giveUp();
          queryClient.refetchQueries(editedProblemQuery(id), { throwOnError: true }).catch(keep);
        }}
      />
    </div>
  );
}
