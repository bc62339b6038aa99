import type { FoundProblem } from '@balloon/contracts/problems/problem-admin.ts';
import { ActionIcon } from '@mantine/core';
import { IconExternalLink, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProblemContests } from '#features/problem-admin/problem-contests.tsx';
import { ProblemMenu } from '#features/problem-admin/problem-menu.tsx';
import { ProblemSigns } from '#features/problem-admin/problem-signs.tsx';
import classes from '#features/problem-admin/problem-table.module.css';
import { useLimitsText } from '#features/problems/limits.tsx';
import { useFormats } from '#shared/text/format.ts';
import { useSystemName } from '#shared/text/system-name.ts';

interface ProblemActions {
  onView: (problem: FoundProblem) => void;
  onDelete: (problem: FoundProblem) => void;
}

export interface ProblemTableProps extends ProblemActions {
  problems: readonly FoundProblem[];
  /** Number on all pages. */
  problemsNumber: number;
  /** Whether these are the former rows, while others load. */
  isStale: boolean;
}

/** Problems, a row each. */
export function ProblemTable({ problems, problemsNumber, isStale, ...actions }: ProblemTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className={classes.frame} aria-busy={isStale}>
      <p className={classes.total} role="status">
        {t('adminProblems.found', { count: problemsNumber, number: formats.number(problemsNumber) })}
      </p>
      <table className={classes.table}>
        <thead className={classes.heads}>
          <tr>
            <th scope="col" className={classes.number}>
              {t('adminProblems.number')}
            </th>
            <th scope="col">{t('adminProblems.title')}</th>
            <th scope="col">{t('adminProblems.systemFilter')}</th>
            <th scope="col" className={classes.number}>
              {t('adminProblems.accepted')}
            </th>
            <th scope="col">{t('adminProblems.use')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('adminProblems.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <ProblemRow key={problem.id} problem={problem} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ProblemRow({ problem, ...actions }: { problem: FoundProblem } & ProblemActions) {
  const { t } = useTranslation();
  const formats = useFormats();
  const systemName = useSystemName();
  const facts = [useLimitsText()(problem), problem.tags.join(', ')].filter((fact) => fact !== '');
  const counts = {
    accepted: formats.number(problem.acceptedNumber),
    solutions: formats.number(problem.solutionsNumber),
  };
  return (
    <tr>
      <td className={classes.number}>{problem.id}</td>
      <td className={classes.name}>
        <ProblemName problem={problem} />
        <ProblemSigns problem={problem} />
        {facts.length > 0 && <p className={classes.limits}>{facts.join(' · ')}</p>}
      </td>
      <td className={classes.system}>
        {systemName(problem.systemType)}
        <p className={classes.identifier}>
          <Identifier problem={problem} />
        </p>
      </td>
      <td className={classes.counts} title={t('adminProblems.acceptedOf', counts)}>
        {problem.solutionsNumber > 0 && (
          <>
            <b>{counts.accepted}</b> / {counts.solutions}
          </>
        )}
      </td>
      <td className={classes.use}>
        <ProblemContests problem={problem} />
      </td>
      <td className={classes.actions}>
        <RowActions problem={problem} {...actions} />
      </td>
    </tr>
  );
}

/** A deleted problem is restored before it is edited. */
function ProblemName({ problem: { id, title, isDeleted } }: { problem: FoundProblem }) {
  const { t } = useTranslation();
  const text = title.trim() === '' ? t('adminProblems.untitled') : title;
  if (isDeleted) return <span className={classes.title}>{text}</span>;
  return (
    <Link to={`/admin/problems/edit/${id}`} className={classes.title}>
      {text}
    </Link>
  );
}

function RowActions({ problem, onView, onDelete }: { problem: FoundProblem } & ProblemActions) {
  const { t } = useTranslation();
  const { id, title, isDeleted } = problem;
  return (
    <div className={classes.buttons}>
      {!isDeleted && (
        <>
          <ActionIcon aria-label={t('adminProblems.view', { title })} onClick={() => onView(problem)}>
            <IconEye size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            component={Link}
            to={`/admin/problems/edit/${id}`}
            aria-label={t('adminProblems.edit', { title })}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('adminProblems.delete', { title })} onClick={() => onDelete(problem)}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ProblemMenu problem={problem} />
    </div>
  );
}

/** Number in another system, which leads to its page there. */
function Identifier({ problem }: { problem: FoundProblem }) {
  const { t } = useTranslation();
  const text = identifierText(t, problem);
  const url = problem.outside?.url ?? null;
  if (url === null) return text;
  return (
    <a href={url} target="_blank" rel="noreferrer" title={t('adminProblems.openThere')}>
      {text}
      <IconExternalLink size={12} aria-hidden />
    </a>
  );
}

/** Number in another system; Codeforces has two collections. */
function identifierText(
  t: ReturnType<typeof useTranslation>['t'],
  { systemType, foreignProblemIdentifier }: FoundProblem,
): string {
  const [collection = '', number] = foreignProblemIdentifier.split(':');
  const isInCollection =
    systemType === 'cf' && number !== undefined && ['gym', 'archive'].includes(collection);
  return isInCollection ? t(`adminProblems.cf.${collection}`, { number }) : foreignProblemIdentifier;
}
