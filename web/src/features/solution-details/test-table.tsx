import type { TestDetail } from '@balloon/contracts/solutions/solution-details.ts';
import { verdictById } from '@balloon/domain/judging/verdicts.ts';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TestFiles } from '#features/solution-details/test-files.tsx';
import classes from '#features/solution-details/test-table.module.css';
import { useFormats } from '#shared/text/format.ts';
import { VerdictName } from '#shared/ui/labels/verdict-name.tsx';
import { MoreRows, useFirstRows } from '#shared/ui/lists/more-rows.tsx';

/** Number of tests beyond which failed ones are shown first. */
const MANY = 20;

const isPassed = ({ verdict }: TestDetail) => verdictById(verdict.id)?.solves === true;

/** Results of each test; a row opens to its input and output. */
export function TestTable({ tests }: { tests: readonly TestDetail[] }) {
  const { t } = useTranslation();
  const failed = tests.filter((test) => !isPassed(test));
  const canHide = tests.length > MANY && failed.length > 0 && failed.length < tests.length;
  const [showsPassed, setShowsPassed] = useState(!canHide);
  const { shown, more } = useFirstRows(showsPassed ? tests : failed, (test) => !isPassed(test));
  const hasPoints = tests.some(({ points }) => points !== null);
  return (
    <>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('details.allTests')}</caption>
        <thead>
          <tr className={classes.head}>
            <th scope="col">{t('solutions.test')}</th>
            <th scope="col">{t('solutions.verdict')}</th>
            <th scope="col" className={classes.number}>
              {t('solutions.runTime')}
            </th>
            <th scope="col" className={classes.number}>
              {t('solutions.memory')}
            </th>
            {hasPoints && (
              <th scope="col" className={classes.number}>
                {t('details.score')}
              </th>
            )}
            <th scope="col">{t('details.comment')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((test) => (
            <TestRow key={test.number} test={test} hasPoints={hasPoints} />
          ))}
        </tbody>
      </table>
      <MoreRows {...more} />
      {canHide && (
        <Button variant="subtle" className={classes.more ?? ''} onClick={() => setShowsPassed(!showsPassed)}>
          {t(showsPassed ? 'details.hidePassed' : 'details.showPassed', {
            count: tests.length - failed.length,
          })}
        </Button>
      )}
    </>
  );
}

function TestRow({ test, hasPoints }: { test: TestDetail; hasPoints: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const filesId = useId();
  const { number, verdict, executionTime, memory, points, comment } = test;
  return (
    <>
      <tr className={classes.row}>
        <th scope="row" className={classes.name}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? filesId : undefined}
            aria-label={t('details.test', { number })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size={18} aria-hidden />
            {number}
          </button>
        </th>
        <td className={classes.verdict}>
          <VerdictName verdictId={verdict.id} fallback={verdict.name} />
        </td>
        <td className={classes.number}>
          {t('solutions.ms', { ms: formats.number(Math.round(executionTime * 1000)) })}
        </td>
        <td className={classes.number}>
          {t('solutions.mb', { mb: formats.number(Math.round(memory / 102.4) / 10) })}
        </td>
        {hasPoints && <td className={classes.number}>{points === null ? '–' : formats.number(points)}</td>}
        <td className={classes.comment} title={comment ?? undefined}>
          {comment}
        </td>
      </tr>
      {isOpen && (
        <tr id={filesId} className={classes.files}>
          <td colSpan={hasPoints ? 6 : 5}>
            <TestFiles test={test} />
          </td>
        </tr>
      )}
    </>
  );
}
