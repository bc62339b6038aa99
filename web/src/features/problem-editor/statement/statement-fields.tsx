import type { EditedStatement } from '@balloon/contracts/problems/problem-editor.ts';
import type { Attachments } from '@balloon/contracts/problems/problems.ts';
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/problem-editor/problem-editor.module.css';
import { StatementFileList } from '#features/problem-editor/statement/statement-file-list.tsx';
import { TextArea } from '#features/problem-editor/statement/text-area.tsx';

type Config = NonNullable<Attachments['config']>;

export interface StatementFieldsProps {
  problemId: number;
  statement: EditedStatement;
  /** Told what changes in the statement, which may be another one by the end of an upload. */
  onChange: (change: (known: EditedStatement) => Partial<EditedStatement>) => void;
}

/** Title, text and files of a statement in one language. */
export function StatementFields({ problemId, statement, onChange }: StatementFieldsProps) {
  const { t } = useTranslation();
  const { title, htmlStatement, attachments, samples, locale } = statement;
  const ownText = attachments.content?.text ?? '';
  const [part, setPart] = useState<'html' | 'own'>(htmlStatement === '' || ownText !== '' ? 'own' : 'html');
  const set = (part: Partial<EditedStatement>) => onChange(() => part);
  const attach = (change: (known: Attachments) => Attachments) =>
    onChange((known) => ({ attachments: { ...known.attachments, ...change(known.attachments) } }));
  const configure = (config: Config) => attach((known) => ({ config: { ...known.config, ...config } }));
  const writeOwn = (change: (text: string) => string) =>
    attach(({ config, content }) => ({
      config: { ...config, markup: 'markdown' },
      content: { ...content, text: change(content?.text ?? '') },
    }));
  const isReplaced = attachments.config?.replaced === true;
  return (
    <div className={classes.fields} lang={locale?.slice(0, 2)}>
      <TextInput
        label={t('problemEditor.title')}
        value={title}
        maxLength={300}
        required
        error={title.trim() === '' ? t('problemEditor.fault.title') : null}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('problemEditor.textKind')}
          value={part}
          onChange={(value) => setPart(value === 'own' ? 'own' : 'html')}
          data={[
            { value: 'html', label: t('problemEditor.html') },
            { value: 'own', label: t('problemEditor.markdown') },
          ]}
        />
        <SegmentedControl
          aria-label={t('problemEditor.merging')}
          value={isReplaced ? 'replace' : 'merge'}
          onChange={(value) => configure({ replaced: value === 'replace' })}
          data={[
            { value: 'merge', label: t('problemEditor.merge') },
            { value: 'replace', label: t('problemEditor.replace') },
          ]}
        />
      </div>
      <p className={classes.hint}>
        {t(isReplaced ? 'problemEditor.replaceHint' : 'problemEditor.mergeHint')}
      </p>
      {part === 'html' ? (
        <TextArea
          key="html"
          label={t('problemEditor.html')}
          value={htmlStatement}
          onChange={(change) => onChange((known) => ({ htmlStatement: change(known.htmlStatement) }))}
          pictureCode={(link, name) => `<img src="${link}" alt="${name}">`}
        />
      ) : (
        <TextArea
          key="own"
          label={t('problemEditor.markdown')}
          value={ownText}
          onChange={writeOwn}
          pictureCode={(link, name) => `![${name}](${link})`}
        />
      )}
      <StatementFileList
        problemId={problemId}
        files={attachments.files ?? []}
        onChange={(change) => attach(({ files = [] }) => ({ files: change(files) }))}
      />
      {(attachments.files?.length ?? 0) > 0 && (
        <div className={classes.bar}>
          <Checkbox
            label={t('problemEditor.filesOnTop')}
            checked={attachments.config?.files_location === 'top'}
            onChange={(event) =>
              configure({ files_location: event.currentTarget.checked ? 'top' : 'bottom' })
            }
          />
          <Checkbox
            label={t('problemEditor.filesShown')}
            checked={attachments.config?.files_show_embed === true}
            onChange={(event) => configure({ files_show_embed: event.currentTarget.checked })}
          />
        </div>
      )}
      {samples !== null && (
        <div className={classes.bar}>
          <p className={classes.hint}>{t('problemEditor.ownSamples', { count: samples.length })}</p>
          <Button variant="default" onClick={() => set({ samples: null })}>
            {t('problemEditor.useTestSamples')}
          </Button>
        </div>
      )}
    </div>
  );
}
