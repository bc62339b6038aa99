import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import type { StatementWords } from '#statements/words.ts';

/**
 * Renders sample conversations in Kattis' form (`.interaction`): lines that begin with `<` come from the judge, those
 * with `>` from the solution; `---` starts the next pass. Input of the solution is on the left, its output on the
 * right.
 */
export function renderInteractions(texts: readonly string[], words: StatementWords): ElementContent[] {
  return texts.flatMap((text, position) => {
    const number = texts.length > 1 ? ` ${position + 1}` : '';
    const rows = turnsOf(text).map(({ side, lines }) => {
      if (side === 'pass') return h('tr', h('td', { colSpan: 2 }, h('hr')));
      const spoken = h('td', h('pre', lines.join('\n')));
      return h('tr', side === 'judge' ? [spoken, h('td')] : [h('td'), spoken]);
    });
    return [
      h('h2', `${words.sample}${number}`),
      h('div', { className: ['statement-wide'] }, [
        h('table', { className: ['statement-interaction'] }, [
          h(
            'thead',
            h('tr', [h('th', { scope: 'col' }, words.read), h('th', { scope: 'col' }, words.write)]),
          ),
          h('tbody', rows),
        ]),
      ]),
    ];
  });
}

interface Turn {
  side: 'judge' | 'solution' | 'pass';
  lines: string[];
}

/** Joins consecutive lines of one side to a turn. */
function turnsOf(text: string): Turn[] {
  const turns: Turn[] = [];
  for (const line of text.split('\n')) {
    const side = line.startsWith('<') ? 'judge' : line.startsWith('>') ? 'solution' : null;
    const last = turns.at(-1);
    if (side === null) {
      if (line.startsWith('---')) turns.push({ side: 'pass', lines: [] });
    } else if (last?.side === side) last.lines.push(line.slice(1));
    else turns.push({ side, lines: [line.slice(1)] });
  }
  return turns;
}
