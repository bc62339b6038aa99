import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { ApiError } from '#shared/api-error.ts';
import { createErrorQueue } from '#shared/error-queue.ts';

const ERROR_MS = 20_000;
const NOTICE_MS = 3_000;

const errors = createErrorQueue((text) => {
  notifications.show({
    color: 'red',
    title: i18next.t('toast.error'),
    message: text,
    autoClose: ERROR_MS,
    role: 'alert',
    className: 'toast toast-error',
    closeButtonProps: closeButton(),
    onClose: errors.next,
  });
});

/** Tells of a failure in the person's language: our text for its code, else the server's, else "unknown". */
export function showError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  errors.add(errorText(error));
}

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errors.unknown');
  const key = `errors.${error.code}`;
  if (i18next.exists(key)) return i18next.t(key);
  return error.description || i18next.t('errors.unknown');
}

/** Confirms something that worked; gone after three seconds. */
export function showNotice(text: string): void {
  notifications.show({
    role: 'status',
    message: text,
    autoClose: NOTICE_MS,
    className: 'toast',
    closeButtonProps: closeButton(),
  });
}

/** Tells of something that is no failure but needs to be read, such as a closed contest. */
export function showWarning(text: string): void {
  notifications.show({
    id: text,
    color: 'yellow',
    message: text,
    autoClose: ERROR_MS,
    className: 'toast',
    closeButtonProps: closeButton(),
  });
}

/** For every toast of ours: the cross needs a name. */
export const closeButton = () => ({ 'aria-label': i18next.t('common.close') });
