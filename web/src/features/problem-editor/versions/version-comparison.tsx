import type { VersionComparison as Comparison } from '@balloon/contracts/problems/problem-admin.ts';
import type { VersionHistory } from '@balloon/contracts/problems/problem-editor.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { Select, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comparisonQuery } from '#features/problem-editor/problem-editor.data.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { type ComparedLine, compareLines } from '#features/problem-editor/versions/compare-lines.ts';
import { useLimitsText } from '#features/problems/limits.tsx';
import { LOCALE_NAMES } from '#shared/text/i18n.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface VersionComparisonProps {
  problemId: number;
  /** Newest first. */
  versions: VersionHistory;
  initialFrom: number;
}

/** Two versions: which parts differ, and the lines of the statements that do. */
export function VersionComparison({ problemId, versions, initialFrom }: VersionComparisonProps) {
  const { t } = useTranslation();
  const newest = versions[0]?.versionNumber ?? initialFrom;
  const [[from, to], setPair] = useState<[number, number]>([initialFrom, newest]);
  const { data, error, refetch } = useQuery(comparisonQuery(problemId, from, to));
  const options = versions.map(({ versionNumber }) => ({
    value: `${versionNumber}`,
    label: `#${versionNumber}`,
  }));
  const choice = (label: string, value: number, onChoose: (chosen: number) => void) => (
    <Select
      label={label}
      data={options}
      value={`${value}`}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && onChoose(Number(chosen))}
    />
  );
  return (
    <section className={classes.part} aria-label={t('problemEditor.comparing')}>
      <h2 className={classes.partTitle}>{t('problemEditor.comparing')}</h2>
      <div className={classes.limits}>
        {choice(t('problemEditor.compareFrom'), from, (chosen) => setPair([chosen, to]))}
        {choice(t('problemEditor.compareTo'), to, (chosen) => setPair([from, chosen]))}
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && <Differences comparison={data} />}
    </section>
  );
}

function Differences({ comparison: { changes, from, to } }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const limitsText = useLimitsText();
  const facts = (side: Comparison['from']) =>
    [limitsText(side), t('problemEditor.testsCount', { count: side.testsNumber })]
      .filter(Boolean)
      .join(' · ');
  const locales = [...new Set([...from.statements, ...to.statements].map(({ locale }) => locale))];
  return (
    <>
      <p className={classes.hint}>
        {changes.length === 0
          ? t('versions.same')
          : t('problemEditor.changed', {
              parts: changes.map((change) => t(`versions.change.${change}`)).join(', '),
            })}
      </p>
      {facts(from) !== facts(to) && (
        <p className={classes.hint}>
          {facts(from)} → {facts(to)}
        </p>
      )}
      {locales.map((locale) => {
        const textOf = (side: Comparison['from']) =>
          sourceOf(side.statements.find((one) => one.locale === locale));
        const lines = compareLines(textOf(from), textOf(to));
        if (lines.length === 0) return null;
        const language =
          locale === 'ru-ru' || locale === 'en-us' ? LOCALE_NAMES[locale] : t('problemEditor.part.statement');
        return <ChangedLines key={locale ?? ''} name={language} lines={lines} />;
      })}
      {LOCALES.map((locale) => {
        const lines = compareLines(from.editorials[locale] ?? '', to.editorials[locale] ?? '');
        if (lines.length === 0) return null;
        const name = t('problemEditor.editorialIn', { language: LOCALE_NAMES[locale] });
        return <ChangedLines key={`editorial ${locale}`} name={name} lines={lines} />;
      })}
    </>
  );
}

/** All words of a statement as lines: title, HTML by its blocks, own text. */
function sourceOf(statement: Comparison['from']['statements'][number] | undefined): string {
  if (!statement) return '';
  const { title, htmlStatement, attachments } = statement;
  return [
    title,
    htmlStatement.replace(/(<\/(?:p|div|li|h\d|tr)>)(?!\n)/g, '$1\n'),
    attachments.content?.text ?? '',
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function ChangedLines({ name, lines }: { name: string; lines: readonly ComparedLine[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes.content} aria-label={name}>
      <header className={classes.contentHead}>{name}</header>
      <ScrollRegion as="div" className={classes.contentText} label={name}>
        {lines.map(({ kind, text, key }) => (
          <p key={key} className={classes.line} data-kind={kind}>
            <span aria-hidden>{kind === 'removed' ? '−' : '+'} </span>
            <VisuallyHidden>{t(`problemEditor.line.${kind}`)} </VisuallyHidden>
            {text}
          </p>
        ))}
      </ScrollRegion>
    </section>
  );
}
