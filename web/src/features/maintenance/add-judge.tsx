import type { NewJudgeToken } from '@balloon/contracts/site/maintenance.ts';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addJudgeToken, judgeTokensQuery, revokeJudgeToken } from '#features/maintenance/server.data.ts';
import classes from '#features/maintenance/server.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/** Makes a token for one more judge and shows the line that starts it; lists the tokens that are valid. */
export function AddJudge({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  const [made, setMade] = useState<NewJudgeToken | null>(null);
  return (
    <Modal
      opened
      size="lg"
      fullScreen={isPhone}
      onClose={onClose}
      title={t('server.addJudge')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {made === null ? <NameForm onMade={setMade} /> : <StartLine made={made} onClose={onClose} />}
      <Tokens />
    </Modal>
  );
}

function NameForm({ onMade }: { onMade: (made: NewJudgeToken) => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const adding = useMutation({
    mutationFn: addJudgeToken,
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: judgeTokensQuery.queryKey });
      onMade(made);
    },
    meta: { ownError: true },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    adding.mutate(name.trim());
  };
  return (
    <SavingForm isSaving={adding.isPending} onSubmit={submit} className={classes.form}>
      <TextInput
        data-autofocus
        required
        label={t('server.judgeName')}
        description={t('server.judgeNameHelp')}
        placeholder="hall-1"
        maxLength={100}
        value={name}
        error={adding.error ? errorText(adding.error) : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={adding.isPending} disabled={name.trim() === ''}>
          {t('server.makeToken')}
        </Button>
      </Group>
    </SavingForm>
  );
}

function StartLine({ made, onClose }: { made: NewJudgeToken; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      <Text c="dimmed">{t('server.startLineHelp')}</Text>
      <div className={classes.startLine}>
        <ScrollRegion as="code" label={t('server.startLine')}>
          {made.command}
        </ScrollRegion>
        <CopyButton text={made.command} label={t('server.copyLine')} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </div>
  );
}

/** Tokens that let judges in, each of which can be revoked. */
function Tokens() {
  const { t } = useTranslation();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { data: tokens = [] } = useQuery(judgeTokensQuery);
  const revoking = useMutation({
    mutationFn: revokeJudgeToken,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: judgeTokensQuery.queryKey }),
  });
  async function revoke(name: string) {
    const isSure = await confirm({
      title: t('server.revokeTitle', { name }),
      text: t('server.revokeText'),
      yes: t('server.revoke'),
      isDestructive: true,
    });
    if (isSure) revoking.mutate(name);
  }
  if (tokens.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="server-tokens">
      <h3 id="server-tokens">{t('server.tokens')}</h3>
      <ul className={classes.tokens}>
        {tokens.map(({ name, createdAtMs, seenAtMs }) => (
          <li key={name} className={classes.token}>
            <span>
              {name}
              <span className={classes.under}>
                {t('server.tokenMade', { date: formats.dateTime(createdAtMs) })}
                {' · '}
                {seenAtMs === null
                  ? t('server.tokenUnused')
                  : t('server.tokenUsed', { date: formats.dateTime(seenAtMs) })}
              </span>
            </span>
            <Button
              variant="default"
              aria-label={t('server.revokeOf', { name })}
              onClick={() => void revoke(name)}
            >
              {t('server.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
