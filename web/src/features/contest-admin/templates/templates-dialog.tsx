import { ActionIcon, Button, Modal, Skeleton, TextInput } from '@mantine/core';
import { IconTemplate, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  deleteTemplate,
  saveTemplate,
  type Template,
  templatesQuery,
} from '#features/contest-admin/contest-admin.data.ts';
import classes from '#features/contest-admin/form/contest-form.module.css';
import { settingsOf } from '#features/contest-admin/form/form-values.ts';
import type { FormOf } from '#features/contest-admin/form/use-contest-form.ts';
import { useTemplate } from '#features/contest-admin/templates/use-template.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Opens the templates: the form starts from one, or becomes one. */
export function TemplatesButton({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        className={classes.start ?? ''}
        leftSection={<IconTemplate size={18} stroke={1.7} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('templates.title')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('templates.title')}
        fullScreen={isPhone}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Templates form={form} onUsed={close} />
        <SaveAsTemplate form={form} />
      </Modal>
    </>
  );
}

function Templates({ form, onUsed }: { form: FormOf; onUsed: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(templatesQuery);
  const { apply, isPending } = useTemplate(form);
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={96} />;
  if (data.length === 0) return <p className={classes.note}>{t('templates.empty')}</p>;
  return (
    <ul className={classes.found}>
      {data.map((template) => (
        <li key={template.id} className={classes.problem}>
          <span className={classes.line}>
            <span className={classes.problemTitle}>{template.name}</span>
            {template.author && <span className={classes.facts}>{template.author.fullName}</span>}
          </span>
          <Button
            variant="default"
            loading={isPending}
            aria-label={t('templates.useNamed', { name: template.name })}
            onClick={() => apply(template, onUsed)}
          >
            {t('templates.use')}
          </Button>
          <DeleteTemplate template={template} />
        </li>
      ))}
    </ul>
  );
}

/** Only its author and admins delete a template. */
function DeleteTemplate({ template: { id, name, author } }: { template: Template }) {
  const { t } = useTranslation();
  const me = useMe();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteTemplate(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  });
  if (!isAdminUser(me) && author?.id !== me.id) return null;
  async function ask() {
    const question = { title: t('templates.deleteTitle', { name }), text: t('templates.deleteText') };
    if (await confirm({ ...question, yes: t('templates.delete'), isDestructive: true })) removal.mutate();
  }
  return (
    <ActionIcon
      color="red"
      loading={removal.isPending}
      aria-label={t('templates.deleteNamed', { name })}
      onClick={() => void ask()}
    >
      <IconTrash size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

function SaveAsTemplate({ form }: { form: FormOf }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const settings = settingsOf(form.values);
  const saving = useMutation({
    mutationFn: (sent: string) => {
      const { startTimeMs: _, problemIds: _2, ...kept } = settings ?? { name };
      return saveTemplate({ name: sent.trim(), settings: kept });
    },
    onSuccess: (_, sent) => {
      setName((now) => (now === sent ? '' : now));
      showDone(t('templates.saved'));
      return queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
    },
  });
  return (
    <div className={classes.saveTemplate}>
      <TextInput
        label={t('templates.name')}
        description={t('templates.nameHint')}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button
        loading={saving.isPending}
        disabled={name.trim() === '' || settings === null}
        onClick={() => saving.mutate(name)}
      >
        {t('templates.save')}
      </Button>
    </div>
  );
}
