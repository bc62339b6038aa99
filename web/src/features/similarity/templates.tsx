import type { SimilarityReport } from '@balloon/contracts/solutions/similarity.ts';
import { Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTemplateSaving } from '#features/similarity/similarity.data.ts';
import classes from '#features/similarity/similarity.module.css';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** What participants were given for each problem, which does not count where solutions are compared. */
export function Templates({ report: { contest, templates } }: { report: SimilarityReport }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  // By problem, so that another one can be chosen before a template is saved.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  useLeaveGuard(templates.some(({ symbolIndex, source }) => (drafts[symbolIndex] ?? source) !== source));
  const template = templates.find(({ symbolIndex }) => symbolIndex === chosen) ?? templates[0];
  if (!template) return null;
  return (
    <section className={classes.templates} aria-labelledby="similarity-templates">
      <h2 id="similarity-templates" className={classes.pairTitle}>
        {t('similarity.templates')}
      </h2>
      <p className={classes.state}>{t('similarity.templatesHint')}</p>
      <Select
        label={t('similarity.templateOf')}
        data={templates.map(({ symbolIndex, title, source }) => ({
          value: symbolIndex,
          label: `${symbolIndex}. ${title}${source === '' ? '' : ' ✓'}`,
        }))}
        value={template.symbolIndex}
        onChange={setChosen}
        allowDeselect={false}
      />
      <TemplateForm
        key={template.symbolIndex}
        contestId={contest.id}
        template={template}
        text={drafts[template.symbolIndex] ?? template.source}
        onType={(text) => setDrafts((known) => ({ ...known, [template.symbolIndex]: text }))}
      />
    </section>
  );
}

interface TemplateFormProps {
  contestId: number;
  template: SimilarityReport['templates'][number];
  text: string;
  onType: (text: string) => void;
}

function TemplateForm({ contestId, template: { symbolIndex, source }, text, onType }: TemplateFormProps) {
  const { t } = useTranslation();
  const saving = useTemplateSaving(contestId, () => showDone(t('similarity.templateSaved')));
  const save = () => saving.mutate({ symbolIndex, source: text });
  return (
    <>
      <Textarea
        label={t('similarity.template')}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        autosize
        minRows={6}
        maxRows={20}
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
      />
      <div>
        <Button loading={saving.isPending} disabled={text === source} onClick={save}>
          {t('similarity.saveTemplate')}
        </Button>
      </div>
    </>
  );
}
