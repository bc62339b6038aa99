import type { PackageContents, PackageReport } from '@balloon/contracts/judging/package-report.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/packages/report.module.css';
import { useLimitsText } from '#features/problems/limits.tsx';

/** What the check read in the package: limits, tests, statements and programs. */
export function ReportFacts({ report }: { report: PackageReport }) {
  const { t } = useTranslation();
  const limits = useLimitsText()(report);
  const { contents, generatedTestsNumber, isTimeLimitMeasured } = report;
  const tests = [
    t('imports.testsNumber', { count: report.testsNumber }),
    generatedTestsNumber > 0 && t('imports.generated', { count: generatedTestsNumber }),
    contents && t('imports.samples', { count: contents.samplesNumber }),
  ];
  const facts: [name: string, value: string][] = [
    ['problem', report.title ?? ''],
    ['format', report.format ?? ''],
    ['limits', isTimeLimitMeasured ? `${limits} (${t('imports.measured')})` : limits],
    ['tests', report.format === null ? '' : tests.filter(Boolean).join(', ')],
    ...(contents ? factsOf(contents) : []),
  ];
  const known = facts.filter(([, value]) => value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`imports.fact.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {contents && <Missing contents={contents} />}
    </dl>
  );
}

function factsOf(contents: PackageContents): [name: string, value: string][] {
  const { statements, checker, interactor, validators, generators, attachmentsNumber } = contents;
  return [
    [
      'statements',
      statements.map(({ language, title, kind }) => `${title} (${language}, ${kind})`).join('; '),
    ],
    ['checker', checker ?? ''],
    ['interactor', interactor ?? ''],
    ['validators', validators.join(', ')],
    ['generators', generators.join(', ')],
    ['attachments', attachmentsNumber > 0 ? `${attachmentsNumber}` : ''],
  ];
}

/** Parts that a good package has and this one lacks, with what to do. */
function Missing({ contents }: { contents: PackageContents }) {
  const { t } = useTranslation();
  const missing = [
    contents.statements.length === 0 && 'statements',
    contents.validators.length === 0 && 'validators',
    contents.samplesNumber === 0 && contents.interactor === null && 'samples',
  ].filter((name) => name !== false);
  if (missing.length === 0) return null;
  return (
    <div>
      <dt>{t('imports.fact.missing')}</dt>
      <dd>
        <ul className={classes.missing}>
          {missing.map((name) => (
            <li key={name}>{t(`imports.missing.${name}`)}</li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
