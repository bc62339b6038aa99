import { IconAlertCircle, IconClockPause } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/session/sign-in.module.css';
import { ApiError } from '#shared/api-error.ts';
import { errorText } from '#shared/toasts.ts';

/** Why signing in did not work: wrong data, too many tries (with the wait), or no server. */
export function SignInFailure({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  const waitSec = useWait(error);
  const isThrottled = error instanceof ApiError && error.status === 429;
  return (
    <div role="alert" className={classes.failure} data-shown={error !== null}>
      {error !== null && (
        <>
          {isThrottled ? <IconClockPause size={20} aria-hidden /> : <IconAlertCircle size={20} aria-hidden />}
          <span>{isThrottled ? throttleText() : failureText()}</span>
        </>
      )}
    </div>
  );

  function throttleText(): string {
    return waitSec > 0 ? t('auth.throttled', { count: waitSec }) : t('auth.tryAgain');
  }

  function failureText(): string {
    return error instanceof ApiError && error.status === 401 ? t('auth.wrong') : errorText(error);
  }
}

/** Seconds until the next try is allowed, counting down from the moment of the refusal. */
function useWait(error: Error | null): number {
  const [leftSec, setLeft] = useState(0);
  useEffect(() => {
    const waitSec = error instanceof ApiError ? (error.retryAfterSec ?? 0) : 0;
    const endsAtMs = performance.now() + waitSec * 1000;
    const update = () => setLeft(Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000)));
    update();
    if (waitSec === 0) return;
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [error]);
  return leftSec;
}
