import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Scope } from '#features/scoreboard/scoreboard-place.ts';
import classes from '#features/scoreboard/scoreboard-toolbar.module.css';

export interface ScopeSwitchProps {
  scope: Scope;
  onScope: (scope: Scope) => void;
}

/** After the main time: the results of the contest, or with those of the practice. */
export function ScopeSwitch({ scope, onScope }: ScopeSwitchProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      className={classes.scope ?? ''}
      aria-label={t('scoreboard.scope')}
      value={scope}
      onChange={(value) => onScope(value === 'practice' ? 'practice' : 'contest')}
      data={[
        { value: 'contest', label: t('scoreboard.scopeContest') },
        { value: 'practice', label: t('scoreboard.scopePractice') },
      ]}
    />
  );
}
