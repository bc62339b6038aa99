import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { reloadForNewBuild } from '#shared/api/browser/new-build.ts';
import { reloadSeldom } from '#shared/api/browser/renew-page.ts';
import { isFailedImport, whenReached } from '#shared/api/browser/until-loaded.ts';
import { ApiError, NETWORK_ERROR } from '#shared/api/calls/api-error.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';
import classes from '#shared/ui/states/states.module.css';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/** What is said of a file of the page that did not come, as of a call. */
const UNREACHED = new ApiError({ code: NETWORK_ERROR, description: '', status: 0 });

/**
 * A screen that broke or could not be loaded. The page is loaded anew by itself after an update of the server, and as soon as
 * a server answers that was not reached.
 */
export function RouteError() {
  const { t } = useTranslation();
  const thrown = useRouteError();
  const isMissingFile = isFailedImport(thrown);
  const error = isMissingFile ? UNREACHED : thrown;
  const isUnreached = isConnectionTrouble(error);
  if (!isUnreached) console.error(error);
  useEffect(() => void reloadForNewBuild(), []);
  useEffect(() => {
    if (!isUnreached) return;
    const leaving = new AbortController();
    // A file may be missing for good: then the person decides.
    void whenReached({ givenUp: leaving.signal }).then(() =>
      isMissingFile ? reloadSeldom() : location.reload(),
    );
    return () => leaving.abort();
  }, [isUnreached, isMissingFile]);
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{t(isUnreached ? 'state.errorTitle' : 'state.brokenTitle')}</p>
      <p className={classes.text}>{error instanceof ApiError ? failureText(error) : t('state.brokenText')}</p>
      <Button onClick={() => location.reload()}>{t('state.reload')}</Button>
    </div>
  );
}
