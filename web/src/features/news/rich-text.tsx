import { Input } from '@mantine/core';
import { RichTextEditor, type RichTextEditorProps } from '@mantine/tiptap';
import Image from '@tiptap/extension-image';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/news/news.module.css';
import { PictureControl } from '#features/news/picture-control.tsx';

export interface RichTextProps {
  label: string;
  initial: string;
  /** Receives the HTML; an empty text if there is only white space. */
  onChange: (html: string) => void;
}

/** An editor of formatted text with links and pictures. */
export function RichText({ label, initial, onChange }: RichTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false } }),
      Image.configure({ allowBase64: true }),
    ],
    content: initial,
    editorProps: { attributes: { 'aria-labelledby': id, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => onChange(isEmpty(changed) ? '' : changed.getHTML()),
    shouldRerenderOnTransaction: true,
  });
  const labels = {
    boldControlLabel: t('editor.bold'),
    italicControlLabel: t('editor.italic'),
    strikeControlLabel: t('editor.strike'),
    codeControlLabel: t('editor.code'),
    clearFormattingControlLabel: t('editor.clear'),
    h2ControlLabel: t('editor.h2'),
    h3ControlLabel: t('editor.h3'),
    blockquoteControlLabel: t('editor.quote'),
    bulletListControlLabel: t('editor.bullets'),
    orderedListControlLabel: t('editor.numbers'),
    linkControlLabel: t('editor.link'),
    unlinkControlLabel: t('editor.unlink'),
    undoControlLabel: t('editor.undo'),
    redoControlLabel: t('editor.redo'),
    linkEditorInputLabel: t('editor.linkAddress'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorExternalLink: t('editor.linkNewTab'),
    linkEditorInternalLink: t('editor.linkSameTab'),
    linkEditorSave: t('editor.linkSave'),
  };
  return (
    <div>
      <Input.Label id={id} size="md" required>
        {label}
      </Input.Label>
      <RichTextEditor editor={asMantines(editor)} labels={labels} className={classes.editor}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.Code />
            <RichTextEditor.ClearFormatting />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.Blockquote />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
            {editor && <PictureControl onPick={(src) => editor.chain().focus().setImage({ src }).run()} />}
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </div>
  );
}

/**
 * Converts between two types of the same class: TypeScript reads them as a module and, for Mantine, as a
 * script.
 */
const asMantines = (editor: ReturnType<typeof useEditor>) =>
  editor as unknown as RichTextEditorProps['editor'];

/** Whether there is neither text nor a picture. */
function isEmpty(editor: { getText(): string; getHTML(): string }): boolean {
  return editor.getText().trim() === '' && !editor.getHTML().includes('<img');
}
