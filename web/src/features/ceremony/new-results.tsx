import type { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import { type Script, scriptOf, stepInNewScript } from '@balloon/domain/ceremony/script.ts';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Medals } from '#features/ceremony/ceremony.data.ts';
import classes from '#features/ceremony/ceremony.module.css';
import type { Position } from '#features/ceremony/told-steps.ts';
import { useNewResults, useTakeResults } from '#features/ceremony/use-new-results.ts';
import { Notice } from '#shared/ui/states/notice.tsx';

interface NewResultsProps {
  ceremony: Ceremony;
  medals: Medals;
  script: Script;
  step: number;
  /** Tells where the ceremony goes on. */
  onTaken: (at: Position) => void;
}

/** Offer to go on with results that have changed since the ceremony began. */
export function NewResults({ ceremony, medals, script, step, onTaken }: NewResultsProps) {
  const { t } = useTranslation();
  const results = useNewResults(ceremony, medals);
  const take = useTakeResults(ceremony.contest.id, medals);
  if (results === null) return null;
  const goOn = (from: number) => {
    const next = stepInNewScript(script, from, scriptOf(results));
    take(results);
    onTaken({ step: next, digest: results.digest });
  };
  return (
    <Notice tone="warning" icon={<IconRefresh size={20} aria-hidden />} title={t('ceremony.changedTitle')}>
      <p role="status" className={classes.changed}>
        {t('ceremony.changedText')}
      </p>
      <div className={classes.links}>
        {step > 0 && (
          <Button variant="default" onClick={() => goOn(step)}>
            {t('ceremony.changedGoOn')}
          </Button>
        )}
        <Button variant="default" onClick={() => goOn(0)}>
          {t('ceremony.changedStartOver')}
        </Button>
      </div>
    </Notice>
  );
}
