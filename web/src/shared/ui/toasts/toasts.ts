import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { issuesText } from '#shared/text/field-issues.ts';
import { createErrorQueue } from '#shared/ui/toasts/error-queue.ts';

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

/** Shows a failure in the person's language: our text for its code, else the server's, else "unknown". */
export function showError(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  errors.add(failureText(error));
}

/** Text of a failed call; for calls of the admin area with the prefix known to its users. */
export function failureText(error: unknown): string {
  const text = errorText(error);
  const isAdminCall = error instanceof ApiError && error.path.startsWith('/api/admin/');
  return isAdminCall ? i18next.t('toast.failed', { error: text }) : text;
}

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errors.unknown');
  if (error.issues.length > 0) return issuesText(error.issues);
  const key = `errors.${error.code}`;
  if (i18next.exists(key)) return i18next.t(key, { ...error.facts });
  return error.description || i18next.t('errors.unknown');
}

/** Confirms a success; disappears after three seconds. */
export function showNotice(text: string): void {
  notifications.show(notice(text));
}

/** Confirms a supervisor's action; disappears after three seconds. */
export function showDone(text: string): void {
  notifications.show({ ...notice(text), title: i18next.t('toast.done') });
}

function notice(text: string) {
  return {
    role: 'status',
    message: text,
    autoClose: NOTICE_MS,
    className: 'toast',
    closeButtonProps: closeButton(),
  };
}

/** Shows a notice that is not a failure but needs to be read, such as a closed contest. */
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

/** Close button of every toast, with an accessible name. */
export const closeButton = () => ({ 'aria-label': i18next.t('common.close') });
