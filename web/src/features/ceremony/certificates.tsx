import type { ContestAwards } from '@balloon/contracts/scoreboard/ceremony.ts';
import type { CertificatesQuery } from '@balloon/contracts/scoreboard/certificates.ts';
import { LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/ceremony/awards.module.css';
import { CertificateForm } from '#features/ceremony/certificate-form.tsx';
import { CertificatePicturesForm } from '#features/ceremony/certificate-pictures-form.tsx';
import { certificatesLink, previewLink } from '#features/ceremony/certificates.data.ts';
import { MissingLogos } from '#features/ceremony/missing-logos.tsx';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useLocale } from '#shared/text/i18n.ts';

type Who = CertificatesQuery['who'];
const WHO: readonly Who[] = ['placed', 'awarded'];

/** Whether anybody gets a certificate, by the rule of the server. */
const isForSomebody = ({ awards }: ContestAwards, who: Who) =>
  awards.some(({ kind }) => who === 'placed' || (kind !== 'rank' && kind !== 'honorable'));

/** Download of certificates, and the way to their text. */
export function Certificates({ awards }: { awards: ContestAwards }) {
  const { t } = useTranslation();
  const [locale, setLocale] = useState<Locale>(useLocale());
  const [who, setWho] = useState<Who>('placed');
  const [logos, setLogos] = useState(true);
  const [isEdited, setIsEdited] = useState(false);
  const [hasPictures, setHasPictures] = useState(false);
  const isPhone = useIsPhone();
  const { contest, isOver } = awards;
  const isReady = isOver && isForSomebody(awards, who);
  const download = {
    leftSection: <IconDownload size={18} aria-hidden />,
    children: t('certificates.download'),
  };
  return (
    <section className={classes.part} aria-label={t('certificates.heading')}>
      <div>
        <h2 className={classes.subtitle}>{t('certificates.heading')}</h2>
        <p className={classes.hint}>{t(isOver ? 'certificates.hint' : 'certificates.notYet')}</p>
      </div>
      <div className={classes.choices}>
        <NativeSelect
          label={t('certificates.who')}
          data={WHO.map((value) => ({ value, label: t(`certificates.who.${value}`) }))}
          value={who}
          onChange={({ currentTarget }) => setWho(currentTarget.value as Who)}
        />
        <NativeSelect
          label={t('certificates.language')}
          data={LOCALES.map((value) => ({ value, label: t(`certificates.language.${value}`) }))}
          value={locale}
          onChange={({ currentTarget }) => setLocale(currentTarget.value as Locale)}
        />
      </div>
      <Checkbox
        label={t('certificates.logos')}
        description={t('certificates.logosHint')}
        checked={logos}
        onChange={({ currentTarget }) => setLogos(currentTarget.checked)}
      />
      {logos && <MissingLogos contestId={contest.id} />}
      <div className={classes.buttons}>
        {isReady ? (
          <Button
            component="a"
            href={certificatesLink(contest.id, { locale, who, logos })}
            download
            {...download}
          />
        ) : (
          <Button disabled {...download} />
        )}
        <Button variant="default" onClick={() => setIsEdited(true)}>
          {t('certificates.edit')}
        </Button>
        <Button variant="default" onClick={() => setHasPictures(true)}>
          {t('certificates.pictures')}
        </Button>
        <Button component="a" href={previewLink(contest.id, locale)} target="_blank" variant="subtle">
          {t('certificates.preview')}
        </Button>
      </div>
      {isOver && !isReady && <p className={classes.hint}>{t('certificates.nobody')}</p>}
      <Modal
        opened={isEdited}
        onClose={() => setIsEdited(false)}
        title={t(`certificates.editTitle.${locale}`)}
        size="lg"
        fullScreen={isPhone}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {isEdited && (
          <CertificateForm contestId={contest.id} locale={locale} onDone={() => setIsEdited(false)} />
        )}
      </Modal>
      <Modal
        opened={hasPictures}
        onClose={() => setHasPictures(false)}
        title={t('certificates.pictures')}
        size="lg"
        fullScreen={isPhone}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {hasPictures && (
          <CertificatePicturesForm contestId={contest.id} onDone={() => setHasPictures(false)} />
        )}
      </Modal>
    </section>
  );
}
