import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { reloadForNewBuild } from '#shared/api/browser/new-build.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import classes from '#shared/ui/states/states.module.css';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/** A screen that broke or could not be loaded. After an update of the server the page is loaded anew by itself. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isFailedCall = error instanceof ApiError; // for example without a connection
  console.error(error);
  useEffect(() => void reloadForNewBuild(), []);
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{t('state.brokenTitle')}</p>
      <p className={classes.text}>{isFailedCall ? failureText(error) : t('state.brokenText')}</p>
      <Button onClick={() => location.reload()}>{t('state.reload')}</Button>
    </div>
  );
}
