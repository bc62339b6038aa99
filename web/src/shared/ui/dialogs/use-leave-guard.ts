import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** Asks before a screen with unsaved changes is left, by link, by the browser's buttons or by closing it. */
export function useLeaveGuard(isChanged: boolean): { allow: () => void } {
  const { t } = useTranslation();
  const isAllowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isAllowed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const { state } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return;
    const question = { title: t('leave.title'), text: t('leave.text'), yes: t('leave.yes') };
    void confirm({ ...question, isDestructive: true }).then((isWanted) => {
      if (isWanted) blocker.proceed?.();
      else blocker.reset?.();
    });
  }, [state, blocker, t]);
  useEffect(() => {
    if (!isChanged) return;
    const hold = (event: BeforeUnloadEvent) => {
      if (!isAllowed.current) event.preventDefault();
    };
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isChanged]);
  return {
    allow: () => {
      isAllowed.current = true;
    },
  };
}
