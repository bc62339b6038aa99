import { type FailureKind, OutsideError } from '#failures.ts';
import { familyOf } from '#language-family.ts';
import type { ForeignLanguage } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { lineOf } from '#pages/plain-text.ts';
import { requireWhole } from '#timus/frame.ts';

/** Reads the languages of the form for solutions. */
export function readLanguages(page: Page): ForeignLanguage[] {
  const { $ } = page;
  requireWhole(page);
  if ($('input[name="JudgeID"]').length !== 1) throw page.lacks('the form for solutions');
  const options = $('select[name="Language"] option').toArray();
  if (options.length === 0) throw page.lacks('select[name=Language]');
  return options.map((option) => {
    const foreignLanguageId = $(option).attr('value') ?? '';
    const name = lineOf($(option));
    if (!/^\d{1,6}$/.test(foreignLanguageId) || name === '')
      throw page.lacks('languages with a number and a name');
    return { foreignLanguageId, name, ...familyOf(name) };
  });
}

/** Time in ms between two solutions of one author, which the site asks for. */
const INTERVAL_MS = 10_000;

/** What words of a refusal mean, the more special first. */
const REFUSALS: readonly (readonly [RegExp, FailureKind])[] = [
  [/between|interval|seconds|too (?:often|fast|frequent)|между|интервал|секунд/i, 'rate'],
  [/judge.?id|author|password|автор|парол/i, 'signedOut'],
  [/language|problem|source|size|\bkb\b|long|empty|язык|задач|размер|длин|пуст/i, 'refused'],
];

/**
 * Reads the answer to a solution that is the form again, with a cell in red.
 *
 * @returns what was refused; null: not such a page, so the solution may have been taken
 */
export function readRefusal(page: Page): OutsideError | null {
  const { $ } = page;
  const red = $('td[style]').filter((_at, cell) => /color:\s?red/i.test($(cell).attr('style') ?? ''));
  const [text] = red
    .toArray()
    .map((cell) => lineOf($(cell)))
    .filter((words) => words !== '');
  if (text === undefined || $('select[name="Language"]').length !== 1) return null;
  const kind = REFUSALS.find(([words]) => words.test(text))?.[1];
  if (!kind) return page.lacks(`a refusal that we know, not ${JSON.stringify(text.slice(0, 200))}`);
  return new OutsideError(kind, text.slice(0, 500), kind === 'rate' ? { retryAfterMs: INTERVAL_MS } : {});
}
