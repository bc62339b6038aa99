import { lazy, Suspense, useEffect } from 'react';
import classes from '#features/problems/statement/statement.module.css';
import { loadTypesetter, WAITING_TEXT } from '#features/problems/statement/typesetter.ts';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { comesFirst } from '#shared/api/browser/when-idle.ts';

const Loaded = lazy(async () => {
  const { OwnMarkdown } = await untilLoaded(() => {
    const asked = import('#features/problems/statement/markdown.tsx');
    comesFirst(asked);
    return asked;
  });
  return { default: OwnMarkdown };
});

/**
 * Text in Markdown, of which many screens have none; until what reads it is loaded, the text as it was written.
 *
 * @param hasPictures false for texts of participants: a picture on another server reveals its readers
 */
export function OwnMarkdown(props: { text: string; hasPictures?: boolean }) {
  const hasFormulas = props.text.includes('$');
  useEffect(() => {
    // Beside what reads the text, which would ask for it only when it has come and run. It reports a failure, too.
    if (hasFormulas) loadTypesetter().catch(() => {});
  }, [hasFormulas]);
  return (
    <Suspense fallback={<div className={`${classes.source} ${WAITING_TEXT}`}>{props.text}</div>}>
      <Loaded {...props} />
    </Suspense>
  );
}
