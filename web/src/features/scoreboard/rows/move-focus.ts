import type { KeyboardEvent } from 'react';

const FOCUSABLE = 'button:not(:disabled), a[href], input';

/** Moves the focus by arrow keys: sideways along a row, up and down to the same column of the next row. */
export function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
  const cell = event.target.closest<HTMLTableCellElement>('td, th');
  const row = cell?.closest('tr');
  if (!cell || !row || row.dataset.user === undefined) return;
  const next = nextOf(event.key, event.target, cell, row);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextOf(key: string, from: HTMLElement, cell: HTMLTableCellElement, row: HTMLTableRowElement) {
  const along = [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const place = along.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return along[place - 1];
    case 'ArrowRight':
      return along[place + 1];
    case 'ArrowUp':
      return inColumn(besideRow(row, -1), cell.cellIndex);
    case 'ArrowDown':
      return inColumn(besideRow(row, 1), cell.cellIndex);
    default:
      return undefined;
  }
}

function besideRow(row: HTMLTableRowElement, step: 1 | -1): HTMLTableRowElement | undefined {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLTableRowElement>('tr[data-user]') ?? [])];
  return rows[rows.indexOf(row) + step];
}

/** Finds the focusable element in a column, or in the nearest one before it. */
function inColumn(row: HTMLTableRowElement | undefined, column: number): HTMLElement | undefined {
  for (let place = column; place >= 0; place -= 1) {
    const found = row?.cells[place]?.querySelector<HTMLElement>(FOCUSABLE);
    if (found) return found;
  }
  return undefined;
}
