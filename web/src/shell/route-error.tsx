import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { reloadForNewBuild } from '#shared/api/browser/new-build.ts';
import { get } from '#shared/api/calls/api.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';
import classes from '#shared/ui/states/states.module.css';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/** Pause in ms between two looks at whether the server answers again; people of a hall do not come at one moment. */
const LOOK_AGAIN_MS = 3_000;
const LOOK_LATER_MS = 4_000;

/**
 * A screen that broke or could not be loaded. The page is loaded anew by itself after an update of the server, and as soon as
 * a server answers that was not reached.
 */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const isFailedCall = error instanceof ApiError;
  const isUnreached = isConnectionTrouble(error);
  if (!isUnreached) console.error(error);
  useEffect(() => void reloadForNewBuild(), []);
  useEffect(() => (isUnreached ? reloadWhenReached() : undefined), [isUnreached]);
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{t(isUnreached ? 'state.errorTitle' : 'state.brokenTitle')}</p>
      <p className={classes.text}>{isFailedCall ? failureText(error) : t('state.brokenText')}</p>
      <Button onClick={() => location.reload()}>{t('state.reload')}</Button>
    </div>
  );
}

/** @returns a function that gives it up */
function reloadWhenReached(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const lookLater = () => {
    timer = setTimeout(look, LOOK_AGAIN_MS + Math.random() * LOOK_LATER_MS);
  };
  const look = () =>
    get('/api/health').then(
      () => location.reload(),
      () => lookLater(),
    );
  lookLater();
  return () => clearTimeout(timer);
}
