import { MAX_SIGNATURE_LINE, MAX_SIGNATURES } from '@balloon/contracts/scoreboard/certificate-limits.ts';
import type { CertificatePictures } from '@balloon/contracts/scoreboard/certificates.ts';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/awards.module.css';
import {
  certificatePicturesQuery,
  useSaveCertificatePictures,
} from '#features/ceremony/certificates.data.ts';
import { useFresh } from '#shared/api/loaded/use-fresh.ts';
import { PictureInput } from '#shared/ui/forms/picture-input.tsx';
import { pngOf } from '#shared/ui/forms/png-of.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
/** Most pixels, twice as fine as a printer needs. */
const LOGO = { width: 800, height: 240 };
const SIGNATURE = { width: 640, height: 200 };

/** Logo and signatures of the certificates of a contest. */
export function CertificatePicturesForm(props: { contestId: number; onDone: () => void }) {
  const query = useQuery(certificatePicturesQuery(props.contestId));
  const first = useFresh(query);
  if (query.error && !first) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!first) return <FormPlaceholder />;
  return <PicturesForm {...props} first={first} />;
}

interface PicturesFormProps {
  contestId: number;
  onDone: () => void;
  first: CertificatePictures;
}

type Signature = CertificatePictures['signatures'][number];

function PicturesForm({ contestId, onDone, first }: PicturesFormProps) {
  const { t } = useTranslation();
  const save = useSaveCertificatePictures(contestId, () => showDone(t('certificates.picturesSaved')));
  const [logo, setLogo] = useState(first.logo);
  const [signatures, setSignatures] = useState(() => first.signatures.map(keyed));
  const change = (key: string, changed: Partial<Signature>) =>
    setSignatures((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));
  function send() {
    const pictures = { logo, signatures: signatures.map(({ key: _, ...signature }) => signature) };
    save.mutate(pictures, { onSuccess: onDone });
  }
  return (
    <SavingForm
      isSaving={save.isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Picture
        label={t('certificates.logo')}
        hint={t('certificates.logoHint')}
        value={logo}
        most={LOGO}
        onChange={setLogo}
      />
      {signatures.map(({ key, picture, name, title }, index) => (
        <fieldset key={key} className={classes.signature}>
          <legend>{t('certificates.signature', { number: index + 1 })}</legend>
          <TextInput
            label={t('certificates.signatureName')}
            maxLength={MAX_SIGNATURE_LINE}
            value={name}
            onChange={(event) => change(key, { name: event.currentTarget.value })}
          />
          <TextInput
            label={t('certificates.signatureTitle')}
            maxLength={MAX_SIGNATURE_LINE}
            value={title}
            onChange={(event) => change(key, { title: event.currentTarget.value })}
          />
          <Picture
            label={t('certificates.signaturePicture')}
            hint={t('certificates.signatureHint')}
            value={picture}
            most={SIGNATURE}
            onChange={(link) => change(key, { picture: link })}
          />
          <Button
            variant="subtle"
            color="red"
            onClick={() => setSignatures((all) => all.filter((one) => one.key !== key))}
          >
            {t('certificates.removeSignature', { number: index + 1 })}
          </Button>
        </fieldset>
      ))}
      {signatures.length < MAX_SIGNATURES && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setSignatures((all) => [...all, keyed({ picture: null, name: '', title: '' })])}
        >
          {t('certificates.addSignature')}
        </Button>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t('certificates.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </SavingForm>
  );
}

const keyed = (signature: Signature) => ({ ...signature, key: Math.random().toString(36) });

interface PictureProps {
  label: string;
  hint: string;
  value: string | null;
  most: { width: number; height: number };
  onChange: (picture: string | null) => void;
}

function Picture({ label, hint, value, most, onChange }: PictureProps) {
  const { t } = useTranslation();
  const choose = useMutation({
    mutationFn: (file: File) => pngOf(file, most),
    onSuccess: onChange,
    meta: { ownError: true },
  });
  return (
    <PictureInput
      label={label}
      description={hint}
      value={value}
      types={TYPES}
      error={choose.isError && t('errors.NO_DRAWABLE_PICTURE')}
      isLoading={choose.isPending}
      onFile={(file) => choose.mutate(file)}
      onRemove={() => onChange(null)}
    />
  );
}
