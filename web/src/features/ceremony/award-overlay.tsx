import { IconAward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/ceremony.module.css';
import type { Script } from '#features/ceremony/ceremony-state.ts';
import { useAwardTexts } from '#features/ceremony/use-award-texts.ts';

/** Who is honoured at this moment, and for what. */
export function AwardOverlay({ script, userId }: { script: Script; userId: number }) {
  const { t } = useTranslation();
  const textsOf = useAwardTexts(script);
  const person = script.people.get(userId);
  return (
    <div className={classes.overlay} role="status">
      <IconAward size={44} stroke={1.3} aria-hidden />
      <p className={classes.honouredRank}>{t('ceremony.place', { rank: person?.rank })}</p>
      <p className={classes.honouredName}>{person?.name}</p>
      <ul className={classes.honours}>
        {textsOf(userId).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
