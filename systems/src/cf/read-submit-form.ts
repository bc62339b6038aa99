import { CAPTCHA } from '#cf/challenge.ts';
import type { Place } from '#cf/places.ts';
import { challenge } from '#cf/read-reply.ts';
import { hiddenFields, type SitePage } from '#cf/site.ts';
import { OutsideError } from '#failures.ts';
import { familyOf } from '#language-family.ts';
import type { ForeignLanguage } from '#outside-system.ts';
import type { Nodes } from '#pages/nodes.ts';
import { lineOf } from '#pages/plain-text.ts';

/** Form with which a solution is sent. */
export interface SubmitForm {
  languages: readonly ForeignLanguage[];
  /** Fields but for those of the solution, in their order. */
  fields: Readonly<Record<string, string>>;
}

/** Most languages of a form. */
const MAX_LANGUAGES = 200;

/** Languages without a family of ours that are none of the jokes of the form. */
const OTHERS = /^(scala|f#)/i;

/** Answers to warnings: nobody has seen one yet. */
const CONFIRMATIONS: ReadonlySet<string> = new Set(['sourceCodeConfirmed', 'doNotShowWarningAgain']);

/**
 * Reads the form of a problem.
 *
 * @throws {OutsideError} `drift` when something is missing that the form must have, `refused` when it lacks the problem
 */
export function readSubmitForm(page: SitePage, place: Place): SubmitForm {
  const form = formOf(page);
  const languages = readLanguages(page);
  const fields = Object.fromEntries(hiddenFields(page.$, form).filter(([name]) => !CONFIRMATIONS.has(name)));
  const csrf = fields.csrf_token ?? page.csrf;
  if (!csrf) throw page.lacks('input[name=csrf_token]');
  const tab = form.find('[name="tabSize"]').length > 0 ? { tabSize: '4' } : {};
  return {
    languages,
    fields: {
      ...{ ...fields, csrf_token: csrf, action: 'submitSolutionFormSubmitted', ...tab },
      ...problemFields(page, form, place),
    },
  };
}

/** @throws {OutsideError} `challenge` when the form waits for a captcha, which nobody is there to solve */
export function refuseCaptcha(page: SitePage): void {
  if (formOf(page).find(CAPTCHA).length > 0) throw challenge(page.evidence);
}

function formOf(page: SitePage): Nodes {
  const form = page.$('form.submit-form').first();
  if (form.length === 0) throw page.lacks('form.submit-form');
  return form;
}

/** The archive's form takes contest and index in one field, a gym's has a list of indexes. */
function problemFields(page: SitePage, form: Nodes, place: Place): Record<string, string> {
  if (form.find('[name="submittedProblemCode"]').length > 0) return { submittedProblemCode: place.code };
  const chosen = form.find('[name="submittedProblemIndex"]');
  if (chosen.length === 0) throw page.lacks('[name=submittedProblemIndex]');
  const offered = chosen.find('option').toArray();
  if (offered.length > 0 && !offered.some((option) => page.$(option).attr('value') === place.index))
    throw new OutsideError('refused', `Problem ${place.index} is not offered`, { evidence: page.evidence });
  const hasContest = form.find('[name="contestId"]').length > 0;
  return {
    ...(hasContest ? { contestId: String(place.contestId) } : {}),
    submittedProblemIndex: place.index,
  };
}

/** Reads the languages of a form without its jokes, such as Befunge. */
export function readLanguages(page: SitePage): ForeignLanguage[] {
  const { $ } = page;
  const options = formOf(page).find('select[name="programTypeId"] option').toArray().slice(0, MAX_LANGUAGES);
  const languages = options.flatMap((option) => {
    const id = $(option).attr('value')?.trim() ?? '';
    const name = lineOf($(option));
    return /^\d{1,6}$/.test(id) && name !== '' ? [{ foreignLanguageId: id, name, ...familyOf(name) }] : [];
  });
  if (languages.length === 0) throw page.lacks('select[name=programTypeId]');
  return languages.filter(({ family, name }) => family !== 'text' || OTHERS.test(name));
}
