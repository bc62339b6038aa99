import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askToLinkTelegram, telegramQuery, unlinkTelegram } from '#features/account/account.data.ts';
import classes from '#features/account/profile.module.css';
import { ProfileRow, ProfileSection } from '#features/account/profile-section.tsx';
import { changeLoaded } from '#shared/api/loaded/change-loaded.ts';
import { channelsQuery } from '#shared/api/queries/channels.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Telegram, which delivers notices; not shown on a site without a bot. */
export function TelegramSection() {
  const { data: channels } = useQuery(channelsQuery);
  if (!channels?.telegram) return null;
  return (
    <ProfileSection title="Telegram">
      <TelegramLink />
    </ProfileSection>
  );
}

function TelegramLink() {
  const [botUrl, setBotUrl] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(telegramQuery(botUrl !== null));
  if (data === undefined) {
    return error === null ? (
      <Skeleton height={44} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  if (data?.telegramId) {
    return <Linked name={data.username} id={data.telegramId} onUnlinked={() => setBotUrl(null)} />;
  }
  return <NotLinked botUrl={botUrl} onAsked={setBotUrl} />;
}

function Linked({ name, id, onUnlinked }: { name: string | null; id: number; onUnlinked: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: unlinkTelegram,
    onSuccess: () => {
      changeLoaded(queryClient, telegramQuery(false).queryKey, null);
      onUnlinked();
    },
  });
  async function unlink() {
    const isSure = await confirm({
      title: t('profile.telegramUnlinkTitle'),
      text: t('profile.telegramUnlinkText'),
      yes: t('profile.telegramUnlink'),
      isDestructive: true,
    });
    if (isSure) mutate();
  }
  const button = (
    <Button variant="default" loading={isPending} onClick={() => void unlink()}>
      {t('profile.telegramUnlink')}
    </Button>
  );
  return (
    <ProfileRow action={button}>
      {name === null ? (
        t('profile.telegramNumber', { id })
      ) : (
        <Anchor href={`https://t.me/${name}`} target="_blank" rel="noreferrer">
          @{name}
        </Anchor>
      )}
      <p className={classes.hint}>{t('profile.telegramHere')}</p>
    </ProfileRow>
  );
}

/** Link to the bot: a window that opened by itself after the answer would be blocked. */
function NotLinked({ botUrl, onAsked }: { botUrl: string | null; onAsked: (url: string) => void }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: askToLinkTelegram,
    onSuccess: ({ url }) => onAsked(url),
  });
  const icon = <IconBrandTelegram size={18} stroke={1.7} aria-hidden />;
  const button =
    botUrl === null ? (
      <Button variant="default" leftSection={icon} loading={isPending} onClick={() => mutate()}>
        {t('profile.telegramLink')}
      </Button>
    ) : (
      <Button component="a" href={botUrl} target="_blank" rel="noreferrer" leftSection={icon} autoFocus>
        {t('profile.telegramOpen')}
      </Button>
    );
  return (
    <ProfileRow action={button}>
      {t('profile.telegramNone')}
      <p className={classes.hint} role="status">
        {t(botUrl === null ? 'profile.telegramHint' : 'profile.telegramWaiting')}
      </p>
    </ProfileRow>
  );
}
