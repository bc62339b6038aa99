import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { oneDark } from '@codemirror/theme-one-dark';
import { drawSelection, EditorView } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror from '@uiw/react-codemirror';
import { type CSSProperties, type RefObject, useEffect, useState } from 'react';
import { loadEditorMode } from '#shared/code/editor-language.ts';
import { DEFAULT_PREFERENCES, type EditorPreferences } from '#shared/code/editor-preferences.ts';
import { isFocusLost } from '#shared/ui/behaviour/is-focus-lost.ts';

export interface CodeEditorProps {
  value: string;
  /** `languageFamily` of the language. */
  family: string;
  label: string;
  readOnly?: boolean;
  autoFocus?: boolean;
  minHeight?: string;
  maxHeight?: string;
  preferences?: EditorPreferences;
  /** Selection of the field whose place the editor takes, and with it the focus, unless that has moved on. */
  caret?: RefObject<{ anchor: number; head: number } | null>;
  onChange?: (value: string) => void;
}

const LOOK = EditorView.theme({
  '&': { fontSize: 'var(--editor-font)', backgroundColor: 'var(--page)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--page)', color: 'var(--ink-faint)', border: 'none' },
  '.cm-content': { paddingBlock: '12px' },
});

/** A caret that blinks is an animation, for which a browser draws sixty pictures a second as long as the editor has the focus. */
const STEADY_CARET = drawSelection({ cursorBlinkRate: 0 });

/** Tab leads on from an editor with nothing in it, so that the keyboard passes it; in code it indents, unless Esc was pressed. */
const letLeave = (view: EditorView) => view.setTabFocusMode(view.state.doc.length === 0);
const LEAVES_WHEN_EMPTY = EditorView.updateListener.of(({ docChanged, startState, view }) => {
  if (docChanged && (startState.doc.length === 0) !== (view.state.doc.length === 0)) letLeave(view);
});

/** A code editor, or with `readOnly` a view of code. Loaded on demand: only screens with code need it. */
export function CodeEditor({
  value,
  family,
  label,
  readOnly = false,
  preferences = DEFAULT_PREFERENCES,
  caret,
  onChange,
  ...size
}: CodeEditorProps) {
  const scheme = useComputedColorScheme('light');
  const mode = useEditorMode(family);
  const extensions: Extension[] = [
    Prec.highest(LOOK),
    STEADY_CARET,
    indentUnit.of(' '.repeat(preferences.tabSize)),
    EditorState.tabSize.of(preferences.tabSize),
    // Focusable by Tab anyway; the attribute makes that known to accessibility checkers.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    LEAVES_WHEN_EMPTY,
    ...(readOnly || preferences.wrapsLines ? [EditorView.lineWrapping] : []),
    ...(mode ? [mode] : []),
  ];
  return (
    <CodeMirror
      value={value}
      style={{ '--editor-font': `${preferences.fontPx}px` } as CSSProperties}
      theme={scheme === 'dark' ? oneDark : 'light'}
      extensions={extensions}
      readOnly={readOnly}
      basicSetup={{ highlightActiveLine: !readOnly, highlightActiveLineGutter: !readOnly, foldGutter: false }}
      onCreateEditor={(view) => {
        letLeave(view);
        if (caret) takeOver(view, caret.current);
      }}
      {...(onChange ? { onChange } : {})}
      {...size}
    />
  );
}

/** Places the caret where it was; the focus is nowhere when the former field had it. */
function takeOver(view: EditorView, caret: { anchor: number; head: number } | null): void {
  const end = view.state.doc.length;
  if (caret !== null && Math.max(caret.anchor, caret.head) <= end) view.dispatch({ selection: caret });
  if (isFocusLost()) view.focus();
}

function useEditorMode(family: string): Extension | null {
  const [mode, setMode] = useState<{ family: string; extension: Extension } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void loadEditorMode(family).then((extension) => {
      if (isWanted) setMode({ family, extension });
    });
    return () => {
      isWanted = false;
    };
  }, [family]);
  return mode?.family === family ? mode.extension : null;
}
