import { comesFirst } from '#shared/api/browser/when-idle.ts';

/** Files that the build names in the page beside those of the screens; see `vite.config.ts`. */
export type PartAhead = 'markdown' | 'typeset';

/** Fetches files of a part that will be needed after the screen, while the line is free. They run when they are imported. */
export function fetchAhead(part: PartAhead): void {
  const told = document.querySelector<HTMLScriptElement>('script[data-files]')?.dataset.files;
  const files: Partial<Record<string, string[]>> = JSON.parse(told ?? '{}');
  for (const file of files[part] ?? []) comesFirst(fetchFile(file));
}

function fetchFile(file: string): Promise<unknown> {
  return new Promise((resolve) => {
    const isStyle = file.endsWith('.css');
    const kind = isStyle ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    const link = Object.assign(document.createElement('link'), kind);
    link.onload = resolve;
    link.onerror = resolve; // whoever imports it says so
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  });
}
