import type { Page } from '#pages/get-page.ts';

/** Reads a time as pages show it, such as `0.015` or `0,015`. @returns milliseconds; null for an empty text */
export function readSeconds(page: Pick<Page, 'lacks'>, text: string): number | null {
  if (text === '') return null;
  if (!/^\d{1,6}(?:[.,]\d{1,6})?$/.test(text)) throw page.lacks(`a time in seconds, not ${quoted(text)}`);
  return Math.round(Number(text.replace(',', '.')) * 1000);
}

/** Reads memory as pages show it, such as `1 234 KB` or `1 234 Кб`. @returns kilobytes; null for an empty text */
export function readKilobytes(page: Pick<Page, 'lacks'>, text: string): number | null {
  if (text === '') return null;
  const digits = /^([\d ]{1,15}) ?(?:kb|кб)$/i.exec(text)?.[1]?.replaceAll(' ', '');
  if (!digits) throw page.lacks(`memory in kilobytes, not ${quoted(text)}`);
  return Number(digits);
}

/** Reads the number of a test. @returns 0 for an empty text or a dash */
export function readTestNumber(page: Pick<Page, 'lacks'>, text: string): number {
  if (text === '' || text === '-') return 0;
  if (!/^\d{1,5}$/.test(text)) throw page.lacks(`the number of a test, not ${quoted(text)}`);
  return Number(text);
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 40));
