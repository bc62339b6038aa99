import type { ImportContestReport } from '@balloon/contracts/contests/contest-import.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/contest-import/contest-import.module.css';
import { useSettingNames } from '#features/contest-import/setting-names.ts';
import { FateCount, ImportFaults, ImportReport } from '#features/team-import/import-report.tsx';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

const MINUTE_MS = 60_000;

/** What the import of a package would do: faults first, the contest, its problems, then everything about teams. */
export function ContestReport({ report }: { report: ImportContestReport }) {
  const { t } = useTranslation();
  const { contest, problems, languages, pictures, people, faults } = report;
  return (
    <>
      <ImportFaults faults={faults} />
      {contest && <ContestFacts contest={contest} languages={languages} />}
      {problems.length > 0 && <Problems problems={problems} />}
      <ul className={classes.counts}>
        <FateCount name={t('contestImport.pictures')} fates={pictures.map(({ fate }) => fate)} />
        <FateCount name={t('contestImport.people')} fates={people.map(({ fate }) => fate)} />
      </ul>
      <ImportReport report={report} />
    </>
  );
}

interface ContestFactsProps {
  contest: NonNullable<ImportContestReport['contest']>;
  languages: readonly string[];
}

function ContestFacts({ contest, languages }: ContestFactsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const names = useSettingNames();
  const { name, formalName, startTimeMs, durationTimeMs, freezeBeforeEndMs, penaltyMin, fate } = contest;
  const clock = (ms: number) =>
    `${Math.floor(ms / 60 / MINUTE_MS)}:${String(Math.floor(ms / MINUTE_MS) % 60).padStart(2, '0')}`;
  const start =
    startTimeMs === null
      ? t('contestImport.noStart')
      : `${formats.dateTime(startTimeMs)} (${formats.zone(startTimeMs)})`;
  const facts = [
    [t('contestImport.start'), start],
    [t('contestImport.duration'), clock(durationTimeMs)],
    [
      t('contestImport.freeze'),
      freezeBeforeEndMs > 0 ? t('contestImport.beforeEnd', { time: clock(freezeBeforeEndMs) }) : '—',
    ],
    [t('contestImport.penalty'), t('contestImport.minutes', { count: penaltyMin })],
    [
      t('contestImport.languages'),
      languages.length > 0 ? languages.join(', ') : t('contestImport.allLanguages'),
    ],
  ] as const;
  return (
    <section className={classes.contest}>
      <h2 className={classes.name}>{name}</h2>
      {formalName !== name && <p className={classes.formal}>{formalName}</p>}
      <p className={classes.fate}>
        {t(`contestImport.contest.${fate}`, { what: contest.changed.map(names).join(', ') })}
      </p>
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Problems({ problems }: Pick<ImportContestReport, 'problems'>) {
  const { t } = useTranslation();
  return (
    <ScrollRegion className={classes.scroll} label={t('contestImport.problems')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('contestImport.problem')}</th>
            <th scope="col">{t('contestImport.id')}</th>
            <th scope="col">{t('userImport.fate')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ foreignId, label, name, color, fate }) => (
            <tr key={foreignId}>
              <th scope="row">
                <span className={classes.problem}>
                  <ProblemBalloon index={label || '?'} color={color} size={24} />
                  {name}
                </span>
              </th>
              <td>{foreignId}</td>
              <td>{t(fate === null ? 'contestImport.noFiles' : `teamImport.fate.${fate}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
