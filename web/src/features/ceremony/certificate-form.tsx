import type { Locale } from '@balloon/contracts/common.ts';
import {
  MAX_CERTIFICATE_BODY,
  MAX_CERTIFICATE_HEADING,
} from '@balloon/contracts/scoreboard/certificate-limits.ts';
import type { SaveCertificateText } from '@balloon/contracts/scoreboard/certificates.ts';
import { CERTIFICATE_DEFAULTS } from '@balloon/domain/ceremony/certificate-defaults.ts';
import { CERTIFICATE_FIELDS, unknownPlaceholders } from '@balloon/domain/ceremony/certificate-text.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/awards.module.css';
import { certificateTextsQuery, useSaveCertificateText } from '#features/ceremony/certificates.data.ts';
import { useFresh } from '#shared/api/loaded/use-fresh.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

interface CertificateFormProps {
  contestId: number;
  locale: Locale;
  onDone: () => void;
}

/** What certificates say in one language. */
export function CertificateForm(props: CertificateFormProps) {
  const query = useQuery(certificateTextsQuery(props.contestId));
  const first = useFresh(query);
  if (query.error && !first) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const text = first?.texts.find(({ locale }) => locale === props.locale);
  if (!text) return <FormPlaceholder />;
  return <TextForm {...props} text={text} />;
}

function TextForm({ contestId, locale, onDone, text }: CertificateFormProps & { text: SaveCertificateText }) {
  const { t } = useTranslation();
  const save = useSaveCertificateText(contestId, () => showDone(t('certificates.saved')));
  const check = (value: string) => {
    if (value.trim() === '') return t('certificates.missing');
    const [unknown] = unknownPlaceholders(value);
    return unknown === undefined ? null : t('certificates.unknown', { name: `{${unknown}}` });
  };
  const form = useForm({
    initialValues: { heading: text.heading, body: text.body },
    validate: { heading: check, body: check },
  });
  const send = form.onSubmit((texts) => save.mutate({ locale, ...texts }, { onSuccess: onDone }));
  return (
    <SavingForm isSaving={save.isPending} className={classes.form} onSubmit={send}>
      <TextInput
        label={t('certificates.title')}
        maxLength={MAX_CERTIFICATE_HEADING}
        data-autofocus
        {...form.getInputProps('heading')}
      />
      <Textarea
        label={t('certificates.body')}
        description={t('certificates.bodyHint')}
        maxLength={MAX_CERTIFICATE_BODY}
        autosize
        minRows={6}
        maxRows={14}
        {...form.getInputProps('body')}
      />
      <section aria-label={t('certificates.placeholders')}>
        <p className={classes.hint}>{t('certificates.placeholders')}</p>
        <dl className={classes.fields}>
          {CERTIFICATE_FIELDS.map((field) => (
            <div key={field}>
              <dt>{`{${field}}`}</dt>
              <dd>{t(`certificates.field.${field}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t('certificates.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button variant="subtle" onClick={() => form.setValues(CERTIFICATE_DEFAULTS[locale])}>
          {t('certificates.usual')}
        </Button>
      </div>
    </SavingForm>
  );
}
