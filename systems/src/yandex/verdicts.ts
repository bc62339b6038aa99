import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';

/** Words of reports and of tables, in lower case without spaces: full and short forms occur in both. */
const FINAL: ReadonlyMap<string, VerdictKey> = new Map([
  ...words('accepted', 'ok', 'accepted'),
  ...words('wrongAnswer', 'wa', 'wronganswer'),
  ...words('compilationError', 'ce', 'compilationerror'),
  ...words('runtimeError', 're', 'runtimeerror'),
  ...words('presentationError', 'pe', 'presentationerror'),
  ...words('outputLimit', 'ol', 'ole', 'outputlimit', 'outputlimitexceeded'),
  ...words('timeLimit', 'tl', 'tle', 'timelimit', 'timelimitexceeded'),
  ...words('memoryLimit', 'ml', 'mle', 'memorylimit', 'memorylimitexceeded'),
  ...words('idlenessLimit', 'il', 'ile', 'idlenesslimit', 'idlenesslimitexceeded'),
  ...words('restrictedFunction', 'pcf', 'sv', 'precompilecheckfailed', 'securityviolation'),
  ...words('ignored', 'ignored', 'manualinspection'),
  ...words('judgingError', 'crash', 'неудалосьпротестировать'),
]);

/** Words of a run that is not judged to its end; samples passed means that the full test is still to come. */
const PENDING: ReadonlySet<string> = new Set([
  ...['', '-', '—', 'noreport', 'running', 'testing', 'waiting', 'compiling', 'тестируется', 'вочереди'],
  'acceptedfortesting',
]);

function words(verdict: VerdictKey, ...forms: readonly string[]): (readonly [string, VerdictKey])[] {
  return forms.map((form) => [form, verdict] as const);
}

/** What a word of Yandex.Contest means: a verdict, a run that is still judged, or nothing that we know. */
export function readVerdict(text: string): VerdictKey | 'pending' | 'unknown' {
  const word = text
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[\s_.…-]/g, '');
  // «Ожидание …»: the queue has words of its own.
  return FINAL.get(word) ?? (PENDING.has(word) || word.startsWith('ожидание') ? 'pending' : 'unknown');
}
