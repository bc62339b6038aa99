import classes from '#shared/code/numbered-lines.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';

export interface NumberedLinesProps {
  lines: readonly string[];
  /** Name for people who hear the page. */
  label: string;
  /** Numbers of the lines that are marked, from 1. */
  marked: ReadonlySet<number>;
  /** Meaning of the mark. */
  mark: 'new' | 'gone' | 'common';
  /** Class that limits the height. */
  className: string | undefined;
}

/** Text of a program with numbers of its lines, some of which are marked. Lighter than an editor, and cannot be edited. */
export function NumberedLines({ lines, label, marked, mark, className = '' }: NumberedLinesProps) {
  const numbered = lines.map((text, index) => ({ number: index + 1, text }));
  return (
    <ScrollRegion className={`${classes.lines} ${className}`} label={label}>
      <ol>
        {numbered.map(({ number, text }) => (
          <li key={number} data-mark={marked.has(number) ? mark : undefined}>
            {text || ' '}
          </li>
        ))}
      </ol>
    </ScrollRegion>
  );
}
