import type { ConfiguredLanguage } from '@balloon/contracts/judging/compiler-options.ts';
import { LANGUAGE_TOOLS } from '@balloon/domain/languages/language-options.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  isSame,
  languagesQuery,
  linesOf,
  optionsIn,
  saveOptions,
  troubleIn,
} from '#features/maintenance/languages.data.ts';
import classes from '#features/maintenance/languages-view.module.css';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { errorText, showDone } from '#shared/ui/toasts/toasts.ts';

interface FormProps {
  language: ConfiguredLanguage;
  onClose: () => void;
}

/** Dialog with the options of a language, an argument on each line. */
export function OptionsForm({ language, onClose }: FormProps) {
  const { t } = useTranslation();
  useFocusBack();
  const isPhone = useIsPhone();
  // What was read when the dialog opened: the screen behind it goes on asking.
  const [read] = useState(language);
  const shown = read.candidate ?? read.options ?? read.usual;
  const [compile, setCompile] = useState(linesOf(shown.compile));
  const [run, setRun] = useState(linesOf(shown.run));
  const entered = { compile: optionsIn(compile), run: optionsIn(run) };
  const isChanged = !isSame(entered, shown);
  const saving = useSaving(read, onClose);
  async function close() {
    const isSure =
      !isChanged ||
      (await confirm({
        title: t('compilers.leaveTitle'),
        text: t('compilers.leaveText'),
        yes: t('compilers.leave'),
        isDestructive: true,
      }));
    if (isSure) onClose();
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    saving.mutate(entered);
  };
  const tools = LANGUAGE_TOOLS[read.key as LanguageKey];
  const isWrong = troubleIn(entered.compile) !== null || troubleIn(entered.run) !== null;
  return (
    <Modal
      opened
      size="lg"
      fullScreen={isPhone}
      onClose={() => void close()}
      title={t('compilers.title', { name: read.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SavingForm isSaving={saving.isPending} className={classes.form} onSubmit={submit}>
        <Text c="dimmed">{t('compilers.formNote')}</Text>
        <OptionsField
          label={t('compilers.compileOptions', { tool: tools.compile.tool })}
          usual={read.usual.compile}
          value={compile}
          onChange={setCompile}
        />
        {tools.run && (
          <OptionsField
            label={t('compilers.runOptions', { tool: tools.run.tool })}
            usual={read.usual.run}
            value={run}
            onChange={setRun}
          />
        )}
        {saving.error && (
          <Text role="alert" c="var(--wrong)">
            {errorText(saving.error)}
          </Text>
        )}
        <div className={classes.actions}>
          <Button
            variant="default"
            disabled={saving.isPending || (read.options === null && read.candidate === null)}
            onClick={() => saving.mutate(null)}
          >
            {t('compilers.reset')}
          </Button>
          <Group gap={8}>
            <Button variant="default" onClick={() => void close()}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={!isChanged || isWrong}>
              {t('compilers.save')}
            </Button>
          </Group>
        </div>
      </SavingForm>
    </Modal>
  );
}

function OptionsField({
  usual,
  onChange,
  ...field
}: {
  label: string;
  usual: readonly string[];
  value: string;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation();
  const trouble = troubleIn(optionsIn(field.value));
  return (
    <Textarea
      {...field}
      autosize
      minRows={3}
      maxRows={14}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      classNames={{ input: classes.input ?? '' }}
      error={trouble && t(`compilers.trouble.${trouble}`)}
      description={
        <>
          {t('compilers.usual')}{' '}
          <span className={classes.usual}>{usual.join(' ') || t('compilers.nothing')}</span>
        </>
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function useSaving({ key, name, version }: ConfiguredLanguage, onSaved: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: ConfiguredLanguage['options']) =>
      saveOptions(queryClient, key, { version, options }),
    onSuccess: (_answer, options) => {
      showDone(t(options === null ? 'compilers.wasReset' : 'compilers.saved', { name }));
      onSaved();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: languagesQuery.queryKey }),
    meta: { ownError: true },
  });
}
