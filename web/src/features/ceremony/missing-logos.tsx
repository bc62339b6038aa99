import type { MissingLogo } from '@balloon/contracts/scoreboard/certificates.ts';
import { Button } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/ceremony/awards.module.css';
import { missingLogosQuery, useRedrawLogos } from '#features/ceremony/certificates.data.ts';
import { organizationPath } from '#features/teams/teams.url.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { showDone, showWarning } from '#shared/ui/toasts/toasts.ts';

/** Organisations that are named at once; how many more there are is said. */
const SHOWN = 12;

/** Says whose logo the certificates leave out and why, and lets admins draw these logos anew. */
export function MissingLogos({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const me = useMe();
  const { data } = useQuery(missingLogosQuery(contestId));
  const redraw = useRedrawLogos(contestId);
  const missing = data?.missing ?? [];
  if (missing.length === 0) return null;
  async function redrawAll(): Promise<void> {
    try {
      const redrawn = await redraw.mutateAsync(missing);
      if (redrawn === missing.length) showDone(t('certificates.logosRedrawn', { count: redrawn }));
      else showWarning(t('certificates.logosNotRedrawn', { count: missing.length - redrawn }));
    } catch {
      // the mutation has reported it
    }
  }
  return (
    <Notice
      tone="warning"
      icon={<IconPhotoOff size={20} aria-hidden />}
      title={t('certificates.logosMissing', { count: missing.length })}
    >
      <ul className={classes.missingLogos}>
        {missing.slice(0, SHOWN).map((logo) => (
          <Row key={logo.id} logo={logo} isAdmin={me.isAdmin} />
        ))}
      </ul>
      {missing.length > SHOWN && <p>{t('certificates.logosMore', { count: missing.length - SHOWN })}</p>}
      {me.isAdmin ? (
        <Button variant="default" loading={redraw.isPending} onClick={() => void redrawAll()}>
          {t('certificates.redrawLogos')}
        </Button>
      ) : (
        <p>{t('certificates.logosByAdmin')}</p>
      )}
    </Notice>
  );
}

function Row({ logo: { id, name, reason }, isAdmin }: { logo: MissingLogo; isAdmin: boolean }) {
  const { t } = useTranslation();
  return (
    <li>
      {isAdmin ? <Link to={organizationPath(id)}>{name}</Link> : name} — {t(`certificates.logoIs.${reason}`)}
    </li>
  );
}
