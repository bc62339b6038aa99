import path from 'node:path';
import type { KeptFigures } from '#report/figures.ts';
import { peers } from '#report/peers.ts';
import { toLine, toMarkdown } from '#report/table.ts';

export const README = path.join(import.meta.dirname, '../../README.md');

const PREFACE = `# Speed, measured

Each bench measures a part of Balloon, where it can beside the bare cost of the same work in the same run. The figures
say how one machine did on one day: compare them with a run of your own, and above all the ratios to the bare cost.

| Command | |
| --- | --- |
| \`npm run bench\` | all benches, in the order of \`bench/src/benches.ts\` |
| \`npm run bench contest accept\` | those benches |
| \`npm run bench -- contest --write\` | keeps the tables in \`bench/figures\` and makes this page from them |
| \`npm run bench -- contest --profile intake\` | ten thousand people; web and bench each open a file per person, so allow 15,000 (\`ulimit -n\`) |
| \`npm run bench -- contest --webs 2 --pinned\` | compares with \`--webs 1 --pinned\` what a second web brings where it has a core of its own; tells most from four cores on |
| \`npm run bench -- storms --people 2500\` | what all do at the same moment, with a smaller hall than of 5,000 people |
| \`npm run bench -- storms --storm rejudging\` | only one of the storms: \`bell\`, \`telling\`, \`sign-ins\`, \`rejudging\` or \`restart\` |
| \`npm run bench returns\` | twenty thousand pages that come back after a restart; allow 45,000 open files; \`--people\` for fewer |
| \`npm run bench -- --readme\` | only makes this page from what is kept |
| \`npm run bench -- --help\` | names, profiles of the contest and what can be changed in them |

\`--write\` replaces the figures of the benches that ran and leaves the others. Nobody edits this page: a test compares it
with the figures.`;

/** Makes the page of all kept figures. */
export function toReadme(figures: readonly KeptFigures[]): string {
  return `${[PREFACE, targets(figures), peers(), ...figures.map(section)].join('\n\n')}\n`;
}

/** Lists each row with a target beside what was measured. */
function targets(figures: readonly KeptFigures[]): string {
  const rows = figures.flatMap(({ name, rows: all }) =>
    all
      .filter((row) => row.target !== undefined)
      .map(({ what = '', target = '', met = '', ...measured }) => ({
        ...{ what: `${name}: ${what}`, target, met, measured: toLine(measured) },
      })),
  );
  const missed = rows.filter(({ met }) => met === 'no').length;
  return toMarkdown({
    title: 'Targets',
    note: `${rows.length} targets, ${missed} of them missed in the kept runs; the whole tables stand below.`,
    rows,
  }).replace('###', '##');
}

function section({ title, note, rows, date, command, machine }: KeptFigures): string {
  const origin = `${date} · \`${command}\` · ${machine}`;
  return toMarkdown({ title, note: `${note}\n\n${origin}`, rows }).replace('###', '##');
}
