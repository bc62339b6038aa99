import { useTranslation } from 'react-i18next';
import { useAttention } from '#features/maintenance/outside-attention.data.ts';
import classes from '#features/outside-systems/outside-sign.module.css';

/** Number of things in outside systems that need a human; nothing when there are none. */
export function OutsideSign() {
  const { t } = useTranslation();
  const count = useAttention();
  if (count === 0) return null;
  return (
    <span className={classes.sign}>
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{t('outside.waitForYou', { count })}</span>
    </span>
  );
}
