import type { ConsoleLine, OlderConsoleLine } from '@balloon/contracts/site/console.ts';
import type { z } from 'zod';

/**
 * Line of the log as Markdown for older clients, which show it without cleaning: every sign of Markdown and HTML becomes
 * an entity. A line keeps its timestamp when it is sent again, and two lines of one millisecond differ in the fraction.
 */
export function olderConsoleLine({
  id,
  atMs,
  level,
  text,
  row,
}: ConsoleLine): z.infer<typeof OlderConsoleLine> {
  const lineNumber = Number(id.slice(id.lastIndexOf(':') + 1));
  const message = `${level}: ${text}`.replaceAll(/\s+/g, ' ').replaceAll(SIGNS, entity);
  return { message, messageHash: row ?? '', timestamp: atMs + (lineNumber % 1000) / 1000 };
}

const SIGNS = /[!-/:-@[-`{-~]/g;
const entity = (sign: string) => `&#${sign.charCodeAt(0)};`;
