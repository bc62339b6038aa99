import type { Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { ActionIcon } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EditorMenu, type EditorMenuProps } from '#features/send/editor-menu.tsx';
import { SourcePick } from '#features/send/file-drop.tsx';
import classes from '#features/send/send.module.css';
import { Choice } from '#shared/ui/floating/choice.tsx';
import { Tip } from '#shared/ui/floating/tip.tsx';

interface SendChoicesProps {
  letter: string;
  problems: readonly ListedContestProblem[];
  onChooseProblem: (letter: string) => void;
  /** Languages that may be chosen; undefined while they are loading. */
  usable: readonly Language[] | undefined;
  language: Language | undefined;
  onChooseLanguage: (id: number) => void;
  onFiles: (files: readonly File[]) => void;
  /** Begins a further file; null where there is no place for one, or where the tabs have a button of their own. */
  onAddFile: (() => void) | null;
  editor: EditorMenuProps;
}

/** Line above the editor: problem, language, files from the disk, and how the editor looks. */
export function SendChoices(props: SendChoicesProps) {
  const { letter, problems, onChooseProblem, usable, language, onChooseLanguage, onFiles, onAddFile } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.choices}>
      <Choice
        className={classes.problem ?? ''}
        aria-label={t('send.problem')}
        data={problems.map(({ internalSymbolIndex, title }) => ({
          value: internalSymbolIndex,
          label: `${internalSymbolIndex}. ${title}`,
        }))}
        value={letter}
        onChange={onChooseProblem}
      />
      <Choice
        className={classes.language ?? ''}
        aria-label={t('send.language')}
        placeholder={t(usable ? 'send.noLanguages' : 'progress.label')}
        data={(usable ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={language ? String(language.id) : null}
        onChange={(value) => onChooseLanguage(Number(value))}
      />
      <SourcePick onFiles={onFiles} />
      {onAddFile && (
        <Tip label={t('send.files.add')}>
          <ActionIcon
            variant="default"
            className={classes.preferences ?? ''}
            aria-label={t('send.files.add')}
            onClick={onAddFile}
          >
            <IconFilePlus size={20} aria-hidden />
          </ActionIcon>
        </Tip>
      )}
      <EditorMenu {...props.editor} />
    </div>
  );
}
