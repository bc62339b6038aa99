import type { PublicCell, PublicRow } from '@balloon/contracts/scoreboard/public-table.ts';
import type { MirrorState } from '#mirror/mirror-state.ts';
import type { Texts } from '#mirror/page/texts.ts';

/** An element with a class and a text; texts are never read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name: string, text = '') {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}

/** A time since the start as hours and minutes. */
function shortTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

export function drawHead({ problems }: MirrorState, texts: Texts): HTMLTableSectionElement {
  const head = document.createElement('thead');
  const row = head.insertRow();
  const add = (name: string, text: string) => {
    const cell = element('th', name, text);
    cell.scope = 'col';
    row.append(cell);
    return cell;
  };
  add('place', texts.place);
  add('person', texts.name);
  add('', texts.solved);
  add('', texts.penalty);
  for (const { index, color } of problems)
    add('problem', index).style.setProperty('--balloon', colorOf(color));
  return head;
}

const colorOf = (color: string) => (CSS.supports('color', color) ? color : 'transparent');

export function drawRow(row: PublicRow, texts: Texts): HTMLTableRowElement {
  const drawn = document.createElement('tr');
  // Rows with equally many solved problems stand out against their neighbours.
  if (row.solved % 2 === 1) drawn.dataset.band = '';
  const { name, organization } = row;
  const person = element('th', 'person', name);
  person.scope = 'row';
  person.title = organization === undefined ? name : `${name} (${organization})`;
  if (organization !== undefined) person.append(element('small', '', organization));
  drawn.append(
    element('td', 'place', row.place),
    person,
    element('td', '', String(row.solved)),
    element('td', '', String(row.penalty)),
    ...row.cells.map((cell) => drawCell(cell, texts)),
  );
  return drawn;
}

function drawCell(cell: PublicCell, { cell: words }: Texts): HTMLTableCellElement {
  const { solvedAfterMs, wrongTries, pendingTries, isFirstSolve } = cell;
  if (solvedAfterMs !== undefined) {
    const time = shortTime(solvedAfterMs);
    const said = [
      isFirstSolve ? words.first : words.solved,
      time,
      wrongTries > 0 && `${words.wrong}: ${wrongTries}`,
    ];
    return signedCell('solved', `${isFirstSolve ? '★' : ''}+${wrongTries || ''}`, said, time);
  }
  if (pendingTries > 0) {
    const said = [`${words.pending}: ${pendingTries}`, wrongTries > 0 && `${words.wrong}: ${wrongTries}`];
    return signedCell('pending', `?${pendingTries}`, said, wrongTries > 0 ? `−${wrongTries}` : '');
  }
  if (wrongTries > 0) return signedCell('tried', `−${wrongTries}`, [`${words.wrong}: ${wrongTries}`]);
  return signedCell('', '', [words.none]);
}

/** A cell whose sign has words for screen readers. */
function signedCell(kind: string, sign: string, said: readonly (string | false)[], below = '') {
  const cell = element('td', `problem ${kind}`.trim());
  const shown = element('span', '', sign);
  shown.ariaHidden = 'true';
  if (below) shown.append(element('small', '', below));
  cell.append(shown, element('span', 'for-readers', said.filter(Boolean).join(', ')));
  return cell;
}
