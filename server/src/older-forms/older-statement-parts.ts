import type { Problem } from '@balloon/contracts/problems/problems.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';

/** Words around limits and samples, in the statement's language. */
const WORDS = {
  'ru-ru': {
    time: (seconds: string) => `Ограничение по времени: ${seconds} с`,
    memory: (megabytes: string) => `Ограничение по памяти: ${megabytes} МБ`,
    samples: ['Пример', 'Примеры'],
    input: 'Входные данные',
    output: 'Выходные данные',
  },
  'en-us': {
    time: (seconds: string) => `Time limit: ${seconds} s`,
    memory: (megabytes: string) => `Memory limit: ${megabytes} MB`,
    samples: ['Example', 'Examples'],
    input: 'Input',
    output: 'Output',
  },
} as const satisfies Record<Locale, object>;

const KB_PER_MB = 1024;

/** Returns the limits of our judge as a line of HTML; empty for other judges, whose statements have them. */
export function limitsHtml(
  { timeLimitMs, memoryLimitKb }: Pick<Problem, 'timeLimitMs' | 'memoryLimitKb'>,
  locale: Locale,
): string {
  const words = WORDS[locale];
  const format = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 3 });
  const limits = [
    ...(timeLimitMs === null ? [] : [words.time(format(timeLimitMs / 1000))]),
    ...(memoryLimitKb === null ? [] : [words.memory(format(memoryLimitKb / KB_PER_MB))]),
  ];
  return limits.length === 0 ? '' : `<p align="center">${limits.join('<br>')}</p>`;
}

/**
 * Samples as a table of HTML on one line, so that Markdown takes it for one piece. Its borders are attributes, because
 * older clients have styles for the statements of other systems only.
 */
export function samplesHtml(samples: Problem['samples'], locale: Locale): string {
  if (samples.length === 0) return '';
  const { samples: titles, input, output } = WORDS[locale];
  const rows = samples.map((sample) => `<tr>${textCell(sample.input)}${textCell(sample.output)}</tr>`);
  return (
    `<h3>${titles[samples.length > 1 ? 1 : 0]}</h3>` +
    '<table border="1" cellpadding="8" cellspacing="0" width="100%">' +
    `<thead><tr><th width="50%">${input}</th><th width="50%">${output}</th></tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table>`
  );
}

const textCell = (text: string) => `<td valign="top"><pre>${escapeText(text)}</pre></td>`;

/** The first line end inside `pre` is dropped by browsers, so one more is put before it. */
const escapeText = (text: string) =>
  `\n${text}`
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r?\n/g, '&#10;');
