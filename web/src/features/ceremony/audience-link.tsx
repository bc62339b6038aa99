import type { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconScreenShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linkQuery, useEndLink, useOpenLink, useShownStep } from '#features/ceremony/audience-link.data.ts';
import classes from '#features/ceremony/audience-link.module.css';
import type { Medals } from '#features/ceremony/ceremony.data.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { QrCode } from '#shared/ui/labels/qr-code.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/** The link for the audience on another machine, and how well it follows. */
export function AudienceLink({
  ceremony,
  medals,
  step,
}: {
  ceremony: Ceremony;
  medals: Medals;
  step: number;
}) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  // The server tells the code once; the page knows it until it is closed.
  const [code, setCode] = useState<string | null>(null);
  const { data } = useQuery(linkQuery(ceremony.contest.id));
  const expiresAtMs = data?.expiresAtMs ?? null;
  const version = data?.version ?? null;
  const behind = useShownStep(ceremony, { medals, step, expiresAtMs, version });
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconScreenShare size={18} aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t('ceremony.link')}
      </Button>
      {behind instanceof ApiError && (
        <div className={classes.behind}>
          <Notice tone="warning" icon={<IconAlertTriangle size={20} aria-hidden />}>
            {t('ceremony.linkBehind', { reason: failureText(behind) })}
          </Notice>
        </div>
      )}
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('ceremony.linkTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        centered
      >
        <LinkDialog
          contestId={ceremony.contest.id}
          expiresAtMs={expiresAtMs}
          code={expiresAtMs === null ? null : code}
          onCode={setCode}
        />
      </Modal>
    </>
  );
}

interface LinkDialogProps {
  contestId: number;
  expiresAtMs: number | null;
  code: string | null;
  onCode: (code: string) => void;
}

function LinkDialog({ contestId, expiresAtMs, code, onCode }: LinkDialogProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const open = useOpenLink(contestId, onCode);
  const end = useEndLink(contestId);
  async function makeNew() {
    const isSure =
      expiresAtMs === null ||
      (await confirm({
        title: t('ceremony.linkNew'),
        text: t('ceremony.linkNewText'),
        yes: t('ceremony.linkNew'),
      }));
    if (isSure) open.mutate();
  }
  async function askToEnd() {
    const isSure = await confirm({
      ...{ title: t('ceremony.linkEnd'), text: t('ceremony.linkEndText'), yes: t('ceremony.linkEnd') },
      isDestructive: true,
    });
    if (isSure) end.mutate();
  }
  const address = code === null ? null : `${window.location.origin}/ceremony/${code}`;
  return (
    <div className={classes.dialog}>
      <p>{t('ceremony.linkText')}</p>
      {address !== null && (
        <>
          <QrCode className={classes.code} text={address} label={t('ceremony.linkTitle')} />
          <p className={classes.address}>
            <code data-testid="address">{address}</code>
            <CopyButton kind="link" text={address} label={t('ceremony.linkCopy')} />
          </p>
        </>
      )}
      {expiresAtMs !== null && (
        <p className={classes.until}>
          {t(address === null ? 'ceremony.linkForgotten' : 'ceremony.linkUntil', {
            time: dateTime(expiresAtMs),
          })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          variant={expiresAtMs === null ? 'filled' : 'default'}
          loading={open.isPending}
          onClick={() => void makeNew()}
        >
          {t(expiresAtMs === null ? 'ceremony.linkMake' : 'ceremony.linkNew')}
        </Button>
        {expiresAtMs !== null && (
          <Button variant="subtle" color="red" loading={end.isPending} onClick={() => void askToEnd()}>
            {t('ceremony.linkEnd')}
          </Button>
        )}
      </div>
    </div>
  );
}
