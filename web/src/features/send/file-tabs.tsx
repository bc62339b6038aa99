import { MAX_SOLUTION_FILES } from '@balloon/contracts/judging/solution-limits.ts';
import type { Language } from '@balloon/contracts/problems/problems.ts';
import { findEntryPoint, isSourceOf, startsInChosenFile } from '@balloon/domain/languages/solution-files.ts';
import { ActionIcon, Tabs } from '@mantine/core';
import { IconFilePlus, IconPencil, IconPlayerPlayFilled, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SeveralFiles } from '#features/send/drafts.ts';
import { FileNameForm } from '#features/send/file-name-form.tsx';
import classes from '#features/send/file-tabs.module.css';
import { asSeveral, freeName, renamed, withoutOpen } from '#features/send/file-work.ts';
import type { Draft } from '#features/send/use-draft.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { Tip } from '#shared/ui/floating/tip.tsx';

export interface FileTabsProps {
  draft: Draft;
  language: Language;
  /** Whether a name for one more file is asked for at once. */
  isAdding: boolean;
  /** Called when the name was given, or nobody wants to give one. */
  onNamed: () => void;
  /** The editor of the open file. */
  children: ReactNode;
}

/** Tabs of the files of a draft above the editor, with what can be done with the open one. */
export function FileTabs({ draft, language, isAdding, onNamed, children }: FileTabsProps) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState<'new' | 'open' | null>(isAdding ? 'new' : null);
  const shown = draft.several ?? asSeveral(draft.text, language);
  const { files, open } = shown;
  const list = useRef<HTMLDivElement>(null);
  // A file that was just added may be the last of thirty.
  useEffect(() => {
    if (naming === null)
      list.current
        ?.querySelector(`[data-file="${open}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open, naming]);
  const start = startOf(shown, language);

  function finishNaming(name: string | null) {
    if (name !== null && naming === 'open') draft.setFiles(renamed(shown, name));
    if (name !== null && naming === 'new')
      draft.setFiles({ ...shown, files: [...files, { name, content: '' }], open: name });
    setNaming(null);
    onNamed();
  }
  async function remove() {
    const isEmpty = draft.text.trim() === '';
    const question = { title: t('send.files.removeTitle', { name: open }), text: t('send.files.removeText') };
    const mayGo =
      isEmpty || (await confirm({ ...question, yes: t('send.files.remove'), isDestructive: true }));
    if (mayGo) draft.setFiles(withoutOpen(shown));
  }
  return (
    <Tabs
      value={open}
      onChange={(name) => name !== null && draft.setFiles({ ...shown, open: name })}
      classNames={{ tab: classes.tab ?? '' }}
    >
      <div className={classes.bar}>
        {naming === null ? (
          <>
            <Tabs.List ref={list} className={classes.tabs ?? ''} aria-label={t('send.files.title')}>
              {files.map(({ name }) => (
                <Tabs.Tab key={name} value={name} data-file={name}>
                  {name === start.name && (
                    <IconPlayerPlayFilled size={12} aria-label={t('send.files.start')} />
                  )}
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <div className={classes.tools}>
              {start.isOffered && (
                <Tool
                  label={t('send.files.startHere', { name: open })}
                  icon={<IconPlayerPlayFilled size={16} aria-hidden />}
                  onClick={() => draft.setFiles({ ...shown, entryPoint: open })}
                />
              )}
              <Tool
                label={t('send.files.rename', { name: open })}
                icon={<IconPencil size={18} aria-hidden />}
                onClick={() => setNaming('open')}
              />
              <Tool
                label={t('send.files.removeFile', { name: open })}
                icon={<IconTrash size={18} aria-hidden />}
                onClick={() => void remove()}
              />
              <Tool
                label={t('send.files.add')}
                icon={<IconFilePlus size={18} aria-hidden />}
                isDisabled={files.length >= MAX_SOLUTION_FILES}
                onClick={() => setNaming('new')}
              />
            </div>
          </>
        ) : (
          <FileNameForm
            name={naming === 'new' ? freeName(files, language) : open}
            others={naming === 'new' ? files : files.filter(({ name }) => name !== open)}
            isNew={naming === 'new'}
            onEnd={finishNaming}
          />
        )}
      </div>
      {start.isNeeded && (
        <p className={classes.note} role="status">
          {t('send.files.startNeeded')}
        </p>
      )}
      <Tabs.Panel value={open}>{children}</Tabs.Panel>
    </Tabs>
  );
}

function Tool(props: { label: string; icon: ReactNode; isDisabled?: boolean; onClick: () => void }) {
  return (
    <Tip label={props.label}>
      <ActionIcon
        variant="subtle"
        aria-label={props.label}
        disabled={props.isDisabled ?? false}
        onClick={props.onClick}
      >
        {props.icon}
      </ActionIcon>
    </Tip>
  );
}

/** The file where the program starts, as far as people have to know it. */
function startOf({ files, open, entryPoint }: SeveralFiles, { foreignLanguageId: key }: Language) {
  const sources = files.filter(({ name }) => isSourceOf(key, name));
  if (!startsInChosenFile(key) || sources.length < 2)
    return { name: null, isOffered: false, isNeeded: false };
  const name = entryPoint ?? findEntryPoint(key, files);
  return { name, isOffered: isSourceOf(key, open) && open !== name, isNeeded: name === null };
}
