import type { CompilerOptions, ConfiguredLanguage } from '@balloon/contracts/judging/compiler-options.ts';
import { LANGUAGE_TOOLS } from '@balloon/domain/languages/language-options.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCode, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languagesQuery } from '#features/maintenance/languages.data.ts';
import classes from '#features/maintenance/languages-view.module.css';
import { OptionsForm } from '#features/maintenance/options-form.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Languages of this site: how each is compiled and run, and with which options. */
export function LanguagesView() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(languagesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LanguagesSkeleton />;
  const { languages } = data;
  const edited = languages.find(({ key }) => key === chosen);
  if (languages.length === 0)
    return (
      <EmptyState
        icon={<IconCode size={44} stroke={1.5} aria-hidden />}
        title={t('compilers.none')}
        text={t('compilers.noneText')}
      />
    );
  return (
    <>
      <p className={classes.note}>{t('compilers.note')}</p>
      <ul className={classes.list} aria-label={t('server.view.languages')}>
        {languages.map((language) => (
          <LanguageItem key={language.key} language={language} onEdit={() => setChosen(language.key)} />
        ))}
      </ul>
      {edited && <OptionsForm language={edited} onClose={() => setChosen(null)} />}
    </>
  );
}

function LanguageItem({ language, onEdit }: { language: ConfiguredLanguage; onEdit: () => void }) {
  const { t } = useTranslation();
  const { key, name, compilerVersion, usual, options, candidate } = language;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h2 className={classes.name}>{name}</h2>
        <Button variant="default" aria-label={t('compilers.editOf', { name })} onClick={onEdit}>
          {t('compilers.edit')}
        </Button>
      </div>
      <p className={classes.compiler}>{compilerVersion ?? t('compilers.noJudge')}</p>
      <Commands languageKey={key} options={options ?? usual} />
      {candidate && <Candidate language={language} candidate={candidate} />}
      {!candidate && options && <InForce language={language} />}
    </li>
  );
}

/** Commands of the compiler and of what runs its programs, as participants read them. */
function Commands({ languageKey, options }: { languageKey: string; options: CompilerOptions }) {
  const { t } = useTranslation();
  const { compile, run } = LANGUAGE_TOOLS[languageKey as LanguageKey];
  return (
    <dl className={classes.commands}>
      <dt>{t('compilers.compile')}</dt>
      <Command words={[compile.tool, ...options.compile]} />
      {run && (
        <>
          <dt>{t('compilers.run')}</dt>
          <Command words={[run.tool, ...options.run]} />
        </>
      )}
    </dl>
  );
}

/** A command whose options stay whole where the line breaks: a hyphen would end it otherwise. */
function Command({ words }: { words: readonly string[] }) {
  const placed = words.map((word, place) => ({ word, place }));
  return (
    <dd>
      {placed.map(({ word, place }) => (
        <Fragment key={place}>
          {place > 0 && ' '}
          <span className={classes.word}>{word}</span>
        </Fragment>
      ))}
    </dd>
  );
}

/** New options until a judge has tried them, or what is wrong with them. */
function Candidate({ language, candidate }: { language: ConfiguredLanguage; candidate: CompilerOptions }) {
  const { t } = useTranslation();
  const failing = language.judges.filter(({ state }) => state === 'fails');
  const isOver = failing.length > 0 && failing.length === language.judges.length;
  const Icon = isOver ? IconAlertTriangle : IconHourglass;
  const waits = language.judges.length === 0 ? 'compilers.waitsForJudge' : 'compilers.trying';
  return (
    <div className={classes.state} data-state={isOver ? 'fails' : 'trying'} role="status">
      <Icon size={18} aria-hidden />
      <div>
        <p>{t(isOver ? 'compilers.refused' : waits)}</p>
        <Commands languageKey={language.key} options={candidate} />
        <Troubles judges={failing} />
      </div>
    </div>
  );
}

function InForce({ language: { judges } }: { language: ConfiguredLanguage }) {
  const { t } = useTranslation();
  const failing = judges.filter(({ state }) => state === 'fails');
  const isWorking = failing.length === 0;
  const Icon = isWorking ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={classes.state} data-state={isWorking ? 'works' : 'fails'} role="status">
      <Icon size={18} aria-hidden />
      <div>
        <p>{t(isWorking ? 'compilers.changed' : 'compilers.failsHere')}</p>
        <Troubles judges={failing} />
      </div>
    </div>
  );
}

function Troubles({ judges }: Pick<ConfiguredLanguage, 'judges'>) {
  const { t } = useTranslation();
  return judges.map(({ name, trouble }) => (
    <div key={name} className={classes.trouble}>
      <b>{name}</b>
      <pre>{trouble ?? t('compilers.olderJudge')}</pre>
    </div>
  ));
}

const PLACES = ['a', 'b', 'c', 'd', 'e'];

function LanguagesSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.list} aria-busy="true" role="status" aria-label={t('progress.label')}>
      {PLACES.map((place) => (
        <Skeleton key={place} height={96} />
      ))}
    </div>
  );
}
