import type { ChangedMeanwhile } from '@balloon/contracts/site/audit.ts';
import type { SettingSection } from '@balloon/contracts/site/setting-limits.ts';
import type { SectionForms, SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staleFacts } from '#features/audit/stale-notice.tsx';
import { type FixedProps, useFixed } from '#features/site-settings/fixed-field.ts';
import { saveSection, settingsQuery } from '#features/site-settings/settings.data.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { issueText } from '#shared/text/field-issues.ts';
import { focusFault } from '#shared/ui/behaviour/focus-fault.ts';
import { withTypedSince } from '#shared/ui/forms/typed-since.ts';
import { showDone, showError } from '#shared/ui/toasts/toasts.ts';

/** What the screen gives each section. */
export interface SectionProps<Section extends SettingSection> {
  settings: SiteSettings[Section];
  onChanged: (section: SettingSection, isChanged: boolean) => void;
}

export interface SectionOptions<Section extends SettingSection, Values extends Record<string, unknown>> {
  section: Section;
  settings: SiteSettings[Section];
  valuesOf: (settings: SiteSettings[Section]) => Values;
  /** What is sent, apart from the version. */
  formOf: (values: Values, settings: SiteSettings[Section]) => Omit<SectionForms[Section], 'version'>;
  onChanged: (section: SettingSection, isChanged: boolean) => void;
}

/** Part of the library's form that sections use. */
export interface FieldsOf<Values> {
  values: Values;
  errors: Readonly<Record<string, ReactNode>>;
  getValues: () => Values;
  setValues: (values: Values) => void;
  setFieldValue: <Field extends keyof Values>(field: Field, value: Values[Field]) => void;
  setFieldError: (field: keyof Values, error: ReactNode) => void;
  clearFieldError: (field: keyof Values) => void;
  clearErrors: () => void;
  getInputProps: (field: keyof Values, options?: { type: 'checkbox' }) => object;
}

/** Form of a section as its component uses it. */
export interface SectionState<Section extends SettingSection, Values extends Record<string, unknown>> {
  section: Section;
  /** Settings with which the form was filled. */
  settings: SiteSettings[Section];
  form: FieldsOf<Values>;
  fixed: (field: string, description?: string) => FixedProps;
  isChanged: boolean;
  isSaving: boolean;
  /** What somebody else has changed since, after a refused save. */
  stale: ChangedMeanwhile | null;
  save: (version?: number) => void;
  reset: () => void;
  /** Drops the own changes and shows what is stored. */
  takeTheirs: () => Promise<void>;
}

/** Form of a section of the settings: saving, faults at their fields, and the edits of others. */
export function useSection<Section extends SettingSection, Values extends Record<string, unknown>>({
  section,
  settings,
  valuesOf,
  formOf,
  onChanged,
}: SectionOptions<Section, Values>): SectionState<Section, Values> {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  // The state at opening: edits of others must not replace what is being typed.
  const [filled, setFilled] = useState(settings);
  const [stale, setStale] = useState<ChangedMeanwhile | null>(null);
  // The library's paths into values do not accept a generic form.
  const form = useForm<Values>({ initialValues: valuesOf(settings) }) as unknown as FieldsOf<Values>;
  const fixed = useFixed(filled.fixed);
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(valuesOf(filled));
  useEffect(() => onChanged(section, isChanged), [onChanged, section, isChanged]);

  /** Fills the form; what was typed since a save was sent stays. */
  function show(stored: SiteSettings[Section], sent?: Values) {
    const values = valuesOf(stored);
    setFilled(stored);
    setStale(null);
    form.setValues(sent ? withTypedSince(sent, form.getValues(), values) : values);
    form.clearErrors();
  }
  const saving = useMutation({
    mutationFn: ({ values, version }: { values: Values; version: number }) =>
      saveSection(section, { ...formOf(values, filled), version } as SectionForms[Section]),
    meta: { ownError: true },
    onSuccess: (stored, { values }) => {
      changeLoaded(queryClient, settingsQuery.queryKey, stored);
      show(stored[section], values);
      showDone(t('settings.saved'));
    },
    onError: (error) => {
      const facts = staleFacts(error);
      setStale(facts);
      if (facts === null && !showFaults(section, form, error)) showError(error);
    },
  });
  return {
    ...{ section, settings: filled, form, fixed, isChanged, stale },
    isSaving: saving.isPending,
    save: (version = filled.version) => saving.mutate({ values: form.getValues(), version }),
    reset: () => show(filled),
    takeTheirs: async () => {
      const stored = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });
      show(stored[section]);
    },
  };
}

/** Shows a refusal at the fields that it is about. @returns false when it is about none of the form */
function showFaults<Values extends Record<string, unknown>>(
  section: SettingSection,
  form: FieldsOf<Values>,
  error: Error,
): boolean {
  const issues = error instanceof ApiError ? error.issues : [];
  const known = issues.filter(({ field }) => field in form.values);
  for (const issue of known) form.setFieldError(issue.field, issueText(issue));
  if (known.length > 0) focusFault(`[aria-labelledby="settings-${section}"]`);
  return known.length > 0 && known.length === issues.length;
}
