import { Button } from '@mantine/core';
import { IconBalloonOff, IconCloudOff, IconDevices, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError, failureTitleKey } from '#shared/api/calls/api-error.ts';
import classes from '#shared/ui/states/states.module.css';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/** Notice in place of an empty list, with the next step. */
export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      <div className={classes.icon}>{icon}</div>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  );
}

/** A list that failed to load: the cause and another try. For a missing page, a link onward instead. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.status === 404) return <NotFoundState text={failureText(error)} />;
  const isElsewhere = error instanceof ApiError && error.code === 'OTHER_DEVICE';
  const Icon = isElsewhere ? IconDevices : IconCloudOff;
  return (
    <div className={classes.state} role="alert">
      <div className={classes.icon}>
        <Icon size={44} stroke={1.5} aria-hidden />
      </div>
      <p className={classes.title}>{t(failureTitleKey(error))}</p>
      <p className={classes.text}>{failureText(error)}</p>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </div>
  );
}

function NotFoundState({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.state} role="alert">
      <div className={classes.icon}>
        <IconBalloonOff size={44} stroke={1.5} aria-hidden />
      </div>
      <p className={classes.title}>{t('state.notFoundTitle')}</p>
      <p className={classes.text}>{text}</p>
      <Button component={Link} to="/contests" variant="default">
        {t('state.home')}
      </Button>
    </div>
  );
}
