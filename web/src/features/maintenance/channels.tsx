import type { ServerStatus } from '@balloon/contracts/site/maintenance.ts';
import { Button, TextInput } from '@mantine/core';
import { IconBrandTelegram, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { sendTestMessage } from '#features/maintenance/server.data.ts';
import classes from '#features/maintenance/server.module.css';
import { SETTINGS_PATH } from '#features/maintenance/server.url.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Mail and Telegram: whether they are on, and a message to try them. */
export function Channels({ status: { mail, telegram } }: { status: ServerStatus }) {
  const { t } = useTranslation();
  return (
    <section className={classes.part} aria-labelledby="server-channels">
      <h2 id="server-channels">{t('server.channels')}</h2>
      <div className={classes.channels}>
        <div className={classes.channel}>
          <h3>{t('server.mail')}</h3>
          <p>
            {mail.isOn ? t('server.mailOn', { server: mail.server, from: mail.from }) : t('server.mailOff')}{' '}
            {!mail.isOn && <Link to={SETTINGS_PATH}>{t('server.toSettings')}</Link>}
          </p>
          {mail.isOn && <TryMail />}
        </div>
        <div className={classes.channel}>
          <h3>{t('server.telegram')}</h3>
          <p>
            {telegram.isOn ? t('server.telegramOn') : t('server.telegramOff')}{' '}
            {!telegram.isOn && <Link to={SETTINGS_PATH}>{t('server.toSettings')}</Link>}
          </p>
          {telegram.isOn && <TryTelegram />}
        </div>
      </div>
    </section>
  );
}

function useTest() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: sendTestMessage,
    onSuccess: ({ to }, { channel }) =>
      showDone(t(channel === 'mail' ? 'server.mailSent' : 'server.telegramSent', { to })),
  });
}

/** Sends a test letter to an address, or to the own one. */
export function TryMail() {
  const { t } = useTranslation();
  const [to, setTo] = useState('');
  const test = useTest();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const address = to.trim();
    test.mutate({ channel: 'mail', ...(address === '' ? {} : { to: address }) });
  };
  return (
    <SavingForm isSaving={test.isPending} onSubmit={submit} className={classes.tryMail}>
      <TextInput
        type="email"
        aria-label={t('server.testTo')}
        placeholder={t('server.testToOwn')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={test.isPending}
        leftSection={<IconSend size={18} aria-hidden />}
      >
        {t('server.test')}
      </Button>
    </SavingForm>
  );
}

/** Sends a test message to the own Telegram. */
export function TryTelegram() {
  const { t } = useTranslation();
  const test = useTest();
  return (
    <Button
      variant="default"
      loading={test.isPending}
      leftSection={<IconBrandTelegram size={18} aria-hidden />}
      onClick={() => test.mutate({ channel: 'telegram' })}
    >
      {t('server.testTelegram')}
    </Button>
  );
}
