import { useTranslation } from 'react-i18next';
import { type SocketState, useSocketState } from '#shared/api/live/socket.ts';
import { Tip } from '#shared/ui/floating/tip.tsx';
import classes from '#shared/ui/states/socket-indicator.module.css';

const TEXTS: Record<SocketState, string> = {
  on: 'socket.on',
  off: 'socket.off',
  connecting: 'socket.connecting',
};

/** Whether live updates arrive: a dot, and words beside it when they don't. */
export function SocketIndicator({ withText = false }: { withText?: boolean }) {
  const { t } = useTranslation();
  const state = useSocketState();
  const text = t(TEXTS[state]);
  return (
    <Tip label={text} disabled={withText}>
      <span className={classes.indicator} data-state={state} role="status" aria-live="polite">
        <span className={classes.dot} aria-hidden />
        <span className={withText || state === 'off' ? classes.text : 'visually-hidden'}>{text}</span>
      </span>
    </Tip>
  );
}
