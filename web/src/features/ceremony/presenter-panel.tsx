import { wordsOf } from '@balloon/domain/ceremony/frame.ts';
import { type Scene, type Script, stepsUntilAward } from '@balloon/domain/ceremony/script.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconAward, IconExternalLink, IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import classes from '#features/ceremony/ceremony.module.css';
import { useAwardText, useAwardTexts } from '#features/ceremony/use-award-texts.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** What the presenter reads and presses; the audience does not see it. */
export function PresenterPanel({
  script,
  scene,
  step,
  onMove,
  children,
}: {
  script: Script;
  scene: Scene;
  step: number;
  onMove: (step: number) => void;
  /** Further ways to the audience. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { length } = script;
  const [params] = useSearchParams();
  const audienceView = new URLSearchParams(params); // with the numbers of medals that the presenter has
  audienceView.set('view', 'audience');
  async function startOver() {
    const isSure = await confirm({
      title: t('ceremony.startOver'),
      text: t('ceremony.startOverText'),
      yes: t('ceremony.startOver'),
    });
    if (isSure) onMove(0);
  }
  return (
    <aside className={classes.panel} aria-label={t('ceremony.panel')}>
      <p className={classes.count}>{t('ceremony.step', { step, all: length })}</p>
      <p className={classes.next}>
        <NextStep script={script} scene={scene} />
      </p>
      <div className={classes.buttons}>
        <Button
          leftSection={<IconArrowRight size={18} aria-hidden />}
          disabled={step >= length}
          onClick={() => onMove(step + 1)}
        >
          {t('ceremony.next')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          disabled={step === 0}
          onClick={() => onMove(step - 1)}
        >
          {t('ceremony.back')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconAward size={18} aria-hidden />}
          disabled={step >= length}
          onClick={() => onMove(stepsUntilAward(script, step))}
        >
          {t('ceremony.toAward')}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconRestore size={18} aria-hidden />}
          disabled={step === 0}
          onClick={() => void startOver()}
        >
          {t('ceremony.startOver')}
        </Button>
        <Button
          component="a"
          href={`?${audienceView}`}
          target="_blank"
          variant="subtle"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('ceremony.openAudience')}
        </Button>
        {children}
      </div>
      <p className={classes.keys}>{t('ceremony.keys')}</p>
    </aside>
  );
}

function NextStep({ script, scene: { next: step, nextSlide, isOver } }: { script: Script; scene: Scene }) {
  const { t } = useTranslation();
  const textsOf = useAwardTexts(script);
  const textOf = useAwardText();
  if (nextSlide) return t('ceremony.nextAward', { award: textOf(wordsOf(script, nextSlide)) });
  if (step === undefined) return t(isOver ? 'ceremony.atEnd' : 'ceremony.nextTable');
  const name = script.people.get(step.userId)?.name ?? '';
  if (step.kind === 'settle') {
    const awards = textsOf(step.userId);
    const place = t('ceremony.nextSettles', { name, place: step.place + 1 });
    return awards.length > 0 ? `${place} ${awards.join(' · ')}` : place;
  }
  const index = script.ceremony.problems[step.position]?.index ?? '';
  return step.toPlace < step.place
    ? t('ceremony.nextSolves', { name, index, place: step.toPlace + 1 })
    : t('ceremony.nextOpens', { name, index });
}
