import type { EditRegisterLink, RegisterLink } from '@balloon/contracts/people/group-links.ts';
import { Button, Modal } from '@mantine/core';
import { IconLinkOff, IconPencil, IconQrcode, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staleFacts } from '#features/audit/stale-notice.tsx';
import { editLink, linkAddress, linksQuery } from '#features/group-links/group-links.data.ts';
import classes from '#features/group-links/group-links.module.css';
import { LinkLimitsForm } from '#features/group-links/link-limits-form.tsx';
import { LinkQr } from '#features/group-links/link-qr.tsx';
import { linkState } from '#features/group-links/link-state.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';
import { showUndoable } from '#shared/ui/toasts/undo-toast.tsx';

/** Number of characters of a key that are shown. */
const SHOWN = 40;

/** A link: state, uses and limits, and everything that can be done with it. */
export function LinkRow({ link, groupName }: { link: RegisterLink; groupName: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const state = useAtServerNow((nowMs) => linkState(link, nowMs));
  const { linkActivatedTimes: count, maxActivations: most, expiresAtMs, createdAtMs } = link;
  return (
    <li className={classes.link} data-state={state}>
      <div className={classes.main}>
        <span className={classes.state}>{t(`links.state.${state}`)}</span>
        <code className={classes.shortKey}>{link.registerKey.slice(0, SHOWN)}…</code>
        <span className={classes.facts}>
          <span>{most === null ? t('links.uses', { count }) : t('links.usesOf', { count, most })}</span>
          {expiresAtMs !== null && (
            <time dateTime={new Date(expiresAtMs).toISOString()}>
              {t('links.until', { time: formats.dateTime(expiresAtMs) })}
            </time>
          )}
          <span>{t('links.createdAt', { time: formats.dateTime(createdAtMs) })}</span>
        </span>
      </div>
      <Actions link={link} groupName={groupName} />
    </li>
  );
}

function Actions({ link, groupName }: { link: RegisterLink; groupName: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'qr' | 'limits' | null>(null);
  const [base, setBase] = useState(link);
  const edit = useEdit(link, { onDone: () => setOpened(null), onRefused: setBase });
  const { isActive, linkActivatedTimes: count } = link;
  async function turn() {
    const name = isActive ? 'deactivate' : 'reactivate';
    const isSure = await confirm({
      title: t(`links.${name}Title`),
      text: t(`links.${name}Text`, { count }),
      yes: t(`links.${name}`),
      isDestructive: isActive,
    });
    if (isSure) edit.mutate({ isActive: !isActive });
  }
  const close = () => setOpened(null);
  const dialog = { fullScreen: useIsPhone(), closeButtonProps: { 'aria-label': t('common.close') } };
  return (
    <div className={classes.actions}>
      {isActive && (
        <>
          <CopyButton kind="link" text={linkAddress(link)} label={t('links.copy')} />
          <Button
            variant="default"
            leftSection={<IconQrcode size={18} aria-hidden />}
            onClick={() => setOpened('qr')}
          >
            {t('links.qr')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => {
              setBase(link);
              setOpened('limits');
            }}
          >
            {t('links.limits')}
          </Button>
        </>
      )}
      <Button
        variant="default"
        leftSection={isActive ? <IconLinkOff size={18} aria-hidden /> : <IconRefresh size={18} aria-hidden />}
        loading={edit.isPending}
        onClick={() => void turn()}
      >
        {t(isActive ? 'links.deactivate' : 'links.reactivate')}
      </Button>
      <Modal
        opened={opened === 'qr'}
        onClose={close}
        title={t('links.qrTitle', { name: groupName })}
        {...dialog}
      >
        <LinkQr address={linkAddress(link)} groupName={groupName} />
      </Modal>
      <Modal opened={opened === 'limits'} onClose={close} title={t('links.limitsTitle')} {...dialog}>
        <LinkLimitsForm
          initial={link}
          yes={t('links.saveLimits')}
          isPending={edit.isPending}
          onSave={(limits) => edit.mutate({ ...limits, basedOn: stateOf(base) })}
        />
      </Modal>
    </div>
  );
}

const stateOf = ({ expiresAtMs, maxActivations, isActive }: RegisterLink) => ({
  expiresAtMs,
  maxActivations,
  isActive,
});

/** @param on `onRefused` receives the link as somebody else has left it, so that the next attempt knows of it */
function useEdit(link: RegisterLink, on: { onDone: () => void; onRefused: (stored: RegisterLink) => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = linksQuery(link.groupId);
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  return useMutation({
    mutationFn: (edit: EditRegisterLink) => editLink(link, edit),
    onSuccess: async (_saved, { isActive }) => {
      on.onDone();
      const what = isActive === undefined ? 'limitsSaved' : isActive ? 'reactivated' : 'deactivated';
      if (isActive === false) {
        const undo = () => editLink(link, { isActive: true }).then(refresh);
        showUndoable(t('links.deactivated'), { undo, undone: t('links.reactivated') });
      } else showDone(t(`links.${what}`));
      await refresh();
    },
    onError: async (error) => {
      if (staleFacts(error) === null) return;
      await refresh();
      const stored = queryClient.getQueryData(query.queryKey)?.find(({ uuid }) => uuid === link.uuid);
      if (stored) on.onRefused(stored);
    },
  });
}
