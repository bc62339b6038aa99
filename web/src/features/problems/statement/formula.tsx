import { useMemo } from 'react';
import { useTypesetter, WAITING } from '#features/problems/statement/typesetter.ts';

/** A formula; one that cannot be drawn shows as written, as does each until the means of drawing are loaded. */
export function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const typeset = useTypesetter();
  const html = useMemo(() => typeset?.(tex, isDisplay) ?? null, [typeset, tex, isDisplay]);
  if (typeset === null) {
    return (
      <span className={WAITING} data-display={isDisplay}>
        {tex}
      </span>
    );
  }
  if (html === null) return <code>{tex}</code>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes its input, and `trust: false` keeps links out
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}
