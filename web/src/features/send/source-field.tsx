import { lazy, Suspense, type SyntheticEvent, useEffect, useRef } from 'react';
import classes from '#features/send/send.module.css';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { whenIdle } from '#shared/api/browser/when-idle.ts';
import type { CodeEditorProps } from '#shared/code/code-editor.tsx';

/** Comes after the screen, which is drawn and can be typed into without it. */
const CodeEditor = lazy(async () => {
  await whenIdle();
  return { default: (await untilLoaded(() => import('#shared/code/code-editor.tsx'))).CodeEditor };
});

type SourceFieldProps = Required<Pick<CodeEditorProps, 'preferences' | 'onChange'>> &
  Pick<CodeEditorProps, 'value' | 'family' | 'label'>;

/** Height that header, choices, buttons, trial runs and footer leave in the window; see send.module.css. */
const HEIGHT = 'var(--editor-height)';

/**
 * The field for a source: a plain one that is there at once, then the editor, with what was written and the place of the
 * caret.
 */
export function SourceField(props: SourceFieldProps) {
  const caret = useRef<{ anchor: number; head: number } | null>(null);
  return (
    <Suspense fallback={<PlainField {...props} onCaret={(place) => (caret.current = place)} />}>
      <CodeEditor {...props} caret={caret} minHeight={HEIGHT} maxHeight={HEIGHT} />
    </Suspense>
  );
}

function PlainField({
  value,
  label,
  preferences,
  onChange,
  onCaret,
}: SourceFieldProps & { onCaret: (place: { anchor: number; head: number }) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Typing can begin at once; the editor that takes the field's place takes its focus, too.
  useEffect(() => field.current?.focus(), []);
  const noteCaret = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
    onCaret({ anchor: currentTarget.selectionStart, head: currentTarget.selectionEnd });
  return (
    <textarea
      ref={field}
      className={classes.plainField}
      style={{ fontSize: preferences.fontPx, tabSize: preferences.tabSize }}
      aria-label={label}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      wrap={preferences.wrapsLines ? 'soft' : 'off'}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
        noteCaret(event);
      }}
      onSelect={noteCaret}
    />
  );
}
