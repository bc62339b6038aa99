import { MAX_OWN_STOCK_ANSWERS, MAX_STOCK_ANSWER_LENGTH } from '@balloon/contracts/talk/message-limits.ts';
import type { StockAnswers } from '@balloon/contracts/talk/messages.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveStockAnswers } from '#features/messages/data/changes.data.ts';
import { stockAnswersQuery } from '#features/messages/data/messages.data.ts';
import classes from '#features/messages/messages.module.css';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

/** Edits the answers that the jury of a contest gives often, each in the languages of the interface. */
export function StockAnswersForm(props: { contestId: number; onDone: () => void }) {
  const { data, error, refetch } = useQuery({ ...stockAnswersQuery(props.contestId), staleTime: 0 });
  const [base, setBase] = useState<StockAnswers | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormPlaceholder fields={2} />;
  // A change of others meanwhile does not take the fields away: saving says that the list is newer.
  if (base === null) setBase(data);
  return <Fields {...props} stored={base ?? data} />;
}

interface Row {
  key: number;
  'ru-ru': string;
  'en-us': string;
}

const LANGUAGES = ['ru-ru', 'en-us'] as const;

function Fields({
  contestId,
  stored,
  onDone,
}: {
  contestId: number;
  stored: StockAnswers;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(stored));
  const save = useSaveStockAnswers(contestId);
  const change = (key: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, 'ru-ru': '', 'en-us': '' }]);
  };

  async function store() {
    await save.mutateAsync({ version: stored.version, answers: answersOf(rows) });
    showNotice(t('messages.stockSaved'));
    onDone();
  }
  return (
    <SavingForm
      isSaving={save.isPending}
      className={classes.stockForm}
      onSubmit={(event) => {
        event.preventDefault();
        void store().catch(ignore);
      }}
    >
      <p className={classes.note}>{t('messages.stockNote')}</p>
      {rows.map((row, position) => (
        <fieldset key={row.key} className={classes.stockRow}>
          <legend>{t('messages.stockNumber', { number: position + 1 })}</legend>
          {LANGUAGES.map((locale) => (
            <TextInput
              key={locale}
              label={t(`messages.stockIn.${locale}`)}
              value={row[locale]}
              maxLength={MAX_STOCK_ANSWER_LENGTH}
              onChange={(event) => change(row.key, { [locale]: event.currentTarget.value })}
            />
          ))}
          <ActionIcon
            aria-label={t('messages.stockRemove', { number: position + 1 })}
            onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
          >
            <IconTrash size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      <div className={classes.options}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={rows.length >= MAX_OWN_STOCK_ANSWERS}
          onClick={add}
        >
          {t('messages.stockAdd')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('messages.stockSave')}
        </Button>
      </div>
    </SavingForm>
  );
}

const rowsOf = ({ answers }: StockAnswers): Row[] =>
  answers.map((texts, key) => ({ key, 'ru-ru': texts['ru-ru'] ?? '', 'en-us': texts['en-us'] ?? '' }));

/** What is stored of the fields: texts that were written, and no row without one. */
function answersOf(rows: readonly Row[]): StockAnswers['answers'] {
  return rows
    .map((row) =>
      Object.fromEntries(
        LANGUAGES.map((locale) => [locale, row[locale].trim()] as const).filter(([, text]) => text !== ''),
      ),
    )
    .filter((texts) => Object.keys(texts).length > 0);
}

/** Ignores an error that the mutation has reported; the texts stay where they are. */
const ignore = () => undefined;
