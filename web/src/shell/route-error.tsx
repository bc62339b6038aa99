import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import classes from '#shared/ui/states.module.css';

/** A screen that broke or could not be loaded, for example right after an update of the server. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  console.error(error);
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{t('state.brokenTitle')}</p>
      <p className={classes.text}>{t('state.brokenText')}</p>
      <Button onClick={() => location.reload()}>{t('state.reload')}</Button>
    </div>
  );
}
