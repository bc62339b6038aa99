import type { FirstRun } from '@balloon/contracts/site/first-run.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/first-run/first-run.module.css';
import { STEP_ICONS, stepLinks } from '#features/first-run/step-links.ts';
import { useFormats } from '#shared/text/format.ts';

export interface StepCardProps {
  step: FirstRun['steps'][number];
  firstRun: FirstRun;
  /** Whether it is the next to do. */
  isNext: boolean;
}

/** A step with its state and the ways to do it. */
export function StepCard({ step: { step, isDone, isAllowed }, firstRun, isNext }: StepCardProps) {
  const { t } = useTranslation();
  const Icon = isDone ? IconCheck : STEP_ICONS[step];
  return (
    <li className={classes.step} data-done={isDone || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className={classes.sign}>
        <Icon size={20} stroke={isDone ? 2.4 : 1.7} aria-hidden />
      </span>
      <div className={classes.body}>
        <h2 className={classes.name}>
          {t(`firstRun.${step}`)}
          {isDone && <span className={classes.state}>{t('firstRun.stepDone')}</span>}
        </h2>
        <p className={classes.text}>{t(isAllowed ? `firstRun.${step}Text` : 'firstRun.forAdmins')}</p>
        {step === 'go' && <NextContest firstRun={firstRun} />}
        {isAllowed && <Ways links={stepLinks(step, firstRun)} isNext={isNext} />}
      </div>
    </li>
  );
}

function Ways({ links, isNext }: { links: ReturnType<typeof stepLinks>; isNext: boolean }) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <div className={classes.ways}>
      {links.map(({ key, to }, index) => (
        <Button
          key={to}
          component={Link}
          to={to}
          variant={isNext && index === 0 ? 'filled' : 'default'}
          className={classes.way ?? ''}
        >
          {t(key)}
        </Button>
      ))}
    </div>
  );
}

/** The contest that comes next, with its start, or what is missing for one. */
function NextContest({ firstRun: { nextContest } }: { firstRun: FirstRun }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  if (nextContest === null) return <p className={classes.text}>{t('firstRun.noContest')}</p>;
  const { name, startTimeMs } = nextContest;
  return <p className={classes.contest}>{t('firstRun.next', { name, start: dateTime(startTimeMs) })}</p>;
}
