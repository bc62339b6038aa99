import { RATING_BOUNDS } from '@balloon/domain/rating/zones.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ratings/rating-index.module.css';

/** Legend of the colours of ratings. */
export function ZoneLegend() {
  const { t } = useTranslation();
  const [first] = RATING_BOUNDS;
  const texts = [
    t('rating.zoneBelow', { bound: first }),
    ...RATING_BOUNDS.slice(1).map((bound, index) => `${RATING_BOUNDS[index]}–${bound - 1}`),
    t('rating.zoneFrom', { bound: RATING_BOUNDS.at(-1) }),
  ];
  return (
    <ul className={classes.zones} aria-label={t('rating.zones')}>
      {texts.map((text, index) => (
        <li
          key={text}
          className={classes.zone}
          style={{ '--zone': `var(--rating-${index + 1})` } as CSSProperties}
        >
          {text}
        </li>
      ))}
    </ul>
  );
}
