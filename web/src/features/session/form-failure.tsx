import { IconAlertCircle, IconClockPause } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/session/auth.module.css';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/**
 * Reason why a form was refused: wrong data, too many tries (with the wait), or no server.
 *
 * @param text the form's own wording of the reason, if any
 */
export function FormFailure({ error, text }: { error: Error | null; text?: string | undefined }) {
  const { t } = useTranslation();
  const waitSec = useWait(error);
  const isThrottled = error instanceof ApiError && error.status === 429;
  return (
    <div role="alert" className={classes.failure} data-shown={error !== null}>
      {error !== null && (
        <>
          {isThrottled ? <IconClockPause size={20} aria-hidden /> : <IconAlertCircle size={20} aria-hidden />}
          <span>{isThrottled ? throttleText() : (text ?? errorText(error))}</span>
        </>
      )}
    </div>
  );

  function throttleText(): string {
    if (waitSec === 0) return t('auth.tryAgain');
    const minutes = Math.ceil(waitSec / 60);
    return minutes > 1
      ? t('auth.throttledMinutes', { count: minutes })
      : t('auth.throttled', { count: waitSec });
  }
}

/** Returns the seconds until the next try is allowed, counting down from the moment of the refusal. */
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
