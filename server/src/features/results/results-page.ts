import { hasFreeze, thawTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { resultsState } from '@balloon/domain/results/results-state.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { type FinalCell, type FinalRow, type FinalTable, shownRank } from '#features/results/final-table.ts';
import { RESULTS_PAGE_TEXTS, type ResultsPageTexts } from '#features/results/results-page-texts.ts';

/** Look of the page, readable on a screen and on paper. */
const STYLE = `
html { background: #fff; color: #111; color-scheme: light; }
body { max-width: 1200px; margin: 24px auto; padding: 0 16px; font: 15px/1.4 system-ui, sans-serif; }
h1 { margin: 0; font-size: 24px; }
p { margin: 4px 0 16px; color: #555; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 8px; border: 1px solid #ccc; text-align: center; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
small { display: block; color: #555; }
.solved { background: #e5f5eb; }
.first { background: #b7e4c7; font-weight: 600; }
.wrong { background: #fdecec; }
@media print { body { margin: 0; } thead { display: table-header-group; } tr { break-inside: avoid; } }
`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

/** Writes the final table as one page without scripts. Names are foreign text and only ever stand as text in it. */
export function resultsPage({ contest, nowMs, problems, rows }: FinalTable, locale: Locale): string {
  const texts = RESULTS_PAGE_TEXTS[locale];
  const { rank, team, solved, penalty, award } = texts;
  const head = [rank, team, ...problems.map(({ index }) => index), solved, penalty, award];
  const body = rows.map((row) =>
    rowOf({ ...row, rank: shownRank(contest, row) }, row.citation ? texts.awards[row.citation] : ''),
  );
  const start = new Date(contest.startTimeMs).toISOString().slice(0, 16).replace('T', ' ');
  return `<!doctype html>
<html lang="${texts.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(contest.name)}</title>
<style>${STYLE}</style>
<h1>${escaped(contest.name)}</h1>
<p>${start} UTC. ${noteOf(contest, nowMs, texts)}</p>
<table>
<thead><tr>${head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table>
</html>
`;
}

function noteOf(contest: FinalTable['contest'], nowMs: number, texts: ResultsPageTexts): string {
  const note = texts.notes[resultsState(contest, nowMs)];
  return hasFreeze(contest) && nowMs <= thawTimeMs(contest) ? `${note} ${texts.frozen}` : note;
}

function rowOf({ rank, name, organization, cells, solved, penaltyMin }: FinalRow, award: string): string {
  const team = organization ? `${escaped(name)}<small>${escaped(organization)}</small>` : escaped(name);
  const fields = [`<td>${rank ?? ''}</td>`, `<td>${team}</td>`, ...cells.map(cellOf)];
  return `<tr>${fields.join('')}<td>${solved}</td><td>${penaltyMin}</td><td>${escaped(award)}</td></tr>`;
}

function cellOf({ solvedMin, wrongTries, isFirstSolve }: FinalCell): string {
  if (solvedMin === null) return wrongTries > 0 ? `<td class="wrong">−${wrongTries}</td>` : '<td></td>';
  const tries = wrongTries > 0 ? `+${wrongTries}` : '+';
  return `<td class="${isFirstSolve ? 'first' : 'solved'}">${tries}<small>${solvedMin}</small></td>`;
}
