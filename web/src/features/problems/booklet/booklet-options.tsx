import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { Button, Checkbox, Chip } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import classes from '#features/problems/booklet/booklet.module.css';
import type { BookletChoice } from '#features/problems/booklet/booklet.url.ts';
import { printWhenReady } from '#features/problems/booklet/when-ready.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';

export interface BookletOptionsProps {
  problems: readonly ListedContestProblem[];
  choice: BookletChoice;
  onChange: (changed: Partial<BookletChoice>) => void;
  /** Element that is printed. */
  paper: RefObject<HTMLElement | null>;
}

/** Options of printing; not printed themselves. */
export function BookletOptions({ problems, choice, onChange, paper }: BookletOptionsProps) {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const letters = problems.map(({ internalSymbolIndex }) => internalSymbolIndex);
  return (
    <section className={`${classes.options} no-print`} aria-label={t('print.title')}>
      <div className={classes.optionsHead}>
        <BackLink to={`/contest/${contest.id}/problems`}>{t('print.back')}</BackLink>
        <PrintNow paper={paper} isEmpty={choice.without.length === problems.length} />
      </div>
      <div className={classes.switches}>
        <Checkbox
          label={t('print.withCover')}
          checked={choice.hasCover}
          onChange={(event) => onChange({ hasCover: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('print.onePageEach')}
          checked={choice.isOnePageEach}
          onChange={(event) => onChange({ isOnePageEach: event.currentTarget.checked })}
        />
      </div>
      {letters.length > 1 && (
        <fieldset className={classes.letters}>
          <legend>{t('print.which')}</legend>
          <Chip.Group
            multiple
            value={letters.filter((letter) => !choice.without.includes(letter))}
            onChange={(chosen) => onChange({ without: letters.filter((letter) => !chosen.includes(letter)) })}
          >
            {problems.map(({ internalSymbolIndex: letter, title }) => (
              <Chip key={letter} value={letter} size="md" aria-label={`${letter}. ${title}`} title={title}>
                {letter}
              </Chip>
            ))}
          </Chip.Group>
        </fieldset>
      )}
    </section>
  );
}

function PrintNow({ paper, isEmpty }: { paper: RefObject<HTMLElement | null>; isEmpty: boolean }) {
  const { t } = useTranslation();
  const [isGettingReady, setGettingReady] = useState(false);
  async function print() {
    if (paper.current === null) return;
    setGettingReady(true);
    await printWhenReady(paper.current);
    setGettingReady(false);
  }
  return (
    <Button
      leftSection={<IconPrinter size={18} aria-hidden />}
      loading={isGettingReady}
      disabled={isEmpty}
      onClick={() => void print()}
    >
      {t('print.print')}
    </Button>
  );
}
