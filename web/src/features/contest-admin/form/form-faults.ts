import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { timesOf } from '#features/contest-admin/form/form-times.ts';
import { type FormValues, windowMsOf } from '#features/contest-admin/form/form-values.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { issuesText } from '#shared/text/field-issues.ts';
import { focusFault } from '#shared/ui/behaviour/focus-fault.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

const MAX_HOURS = 50_000;
const MAX_PENALTY_MIN = 10_000;

/**
 * Returns the check of the fields before they are sent: what is wrong with each, or null.
 *
 * @param isOpen whether the stored contest has no groups: a moderator may leave it so
 * @param storedWindowMs length of windows in the stored contest, which may have been cut short since; null for a new one
 */
export function useFormFaults(isOpen: boolean, storedWindowMs: number | null) {
  const { t } = useTranslation();
  const isAdmin = isAdminUser(useMe());
  const practiceFault = (values: FormValues) => {
    if (values.practiceDate === '' || values.practiceTime === '') return t('form.required');
    const times = timesOf(values);
    return times !== null && times.practiceDurationTimeMs < 0 ? t('contestForm.practiceTooEarly') : null;
  };
  return (values: FormValues): Record<string, ReactNode> => {
    const required = (isGiven: boolean) => (isGiven ? null : t('form.required'));
    const between = (value: number | '', most: number) =>
      value !== '' && value >= 0 && value <= most ? null : t('contestForm.between', { most });
    const times = timesOf(values);
    const hasLength = times === null || times.durationTimeMs > 0;
    return {
      name: required(values.name.trim() !== ''),
      startDate: required(values.startDate !== ''),
      startTime: required(values.startTime !== ''),
      durationHours:
        between(values.durationHours, MAX_HOURS) ?? (hasLength ? null : t('contestForm.noDuration')),
      durationMinutes: between(values.durationMinutes, 59),
      freezeHours: between(values.freezeHours, MAX_HOURS),
      freezeMinutes: between(values.freezeMinutes, 59),
      windowHours:
        windowMsOf(values) !== storedWindowMs && isLongerThan(windowMsOf(values), times)
          ? t('contestForm.windowTooLong')
          : null,
      windowMinutes: between(values.windowMinutes || 0, 59),
      practiceHours: values.practice === 'hours' ? between(values.practiceHours, MAX_HOURS) : null,
      practiceDate: values.practice === 'date' ? practiceFault(values) : null,
      wrongTryPenaltyMin: between(values.wrongTryPenaltyMin, MAX_PENALTY_MIN),
      groupIds: required(isAdmin || isOpen || values.groupIds.length > 0),
    };
  };
}

/** Whether a window is longer than the contest in which it lies. */
const isLongerThan = (windowMs: number | null, times: { durationTimeMs: number } | null) =>
  times !== null && windowMs !== null && windowMs > times.durationTimeMs;

/** Fields of the server → the field of the form that shows what is wrong. */
const FIELDS: Readonly<Record<string, keyof FormValues>> = {
  name: 'name',
  startTimeMs: 'startDate',
  durationTimeMs: 'durationHours',
  relativeFreezeTimeMs: 'freezeHours',
  practiceDurationTimeMs: 'practiceHours',
  groupIds: 'groupIds',
  languageIds: 'languageIds',
  problemIds: 'problems',
  problems: 'problems',
  wrongTryPenaltyMin: 'wrongTryPenaltyMin',
  penalizedVerdicts: 'wrongTryVerdicts',
  allowedNetworks: 'allowedNetworks',
  windowTimeMs: 'windowHours',
};

/** Codes that are about one field. */
const FIELD_OF_CODE: Readonly<Record<string, keyof FormValues>> = {
  GROUP_NOT_YOURS: 'groupIds',
  VERSION_BY_ADMIN: 'problems',
};

/**
 * Shows a refusal at the fields that it is about.
 *
 * @returns false when it is about none of them
 */
export function showFaults(form: FormOf, error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const ofCode = FIELD_OF_CODE[error.code];
  if (ofCode) form.setFieldError(ofCode, errorText(error));
  const known = error.issues.flatMap((issue) => {
    const field = FIELDS[issue.field.split('.')[0] ?? ''];
    return field ? [{ field: field === 'practiceHours' ? practiceField(form) : field, issue }] : [];
  });
  for (const { field, issue } of known) form.setFieldError(field, issuesText([issue]));
  if (ofCode || known.length > 0) focusFault();
  return ofCode !== undefined || (known.length > 0 && known.length === error.issues.length);
}

const practiceField = (form: FormOf) => (form.values.practice === 'date' ? 'practiceDate' : 'practiceHours');
