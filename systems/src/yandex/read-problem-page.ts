import { familyOf } from '#language-family.ts';
import type { ForeignLanguage, ListedProblem } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { lineOf } from '#pages/plain-text.ts';
import { titleWithout } from '#yandex/problem-id.ts';
import { type ReadStatement, readStatement } from '#yandex/read-statement.ts';

/** Reads the tabs of a contest's problems. @throws {OutsideError} `drift` when there are none */
export function readProblemList(page: Page, contestId: string): ListedProblem[] {
  const { $, url } = page;
  const links = $('ul.tabs-menu_role_problems li a[href]').toArray();
  const problems = links.flatMap((link) => {
    const { pathname = '' } = URL.parse($(link).attr('href') ?? '', url) ?? {};
    const [, id, alias] = /^\/contest\/(\d{1,9})\/problems\/([^/]{1,120})\/?$/.exec(pathname) ?? [];
    if (id !== contestId || alias === undefined) return [];
    const name = decoded(alias);
    return [{ foreignId: `${contestId}:${name}`, title: titleWithout(name, lineOf($(link))) }];
  });
  if (problems.length === 0) throw page.lacks('ul.tabs-menu_role_problems');
  return problems;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Reads the statement of a problem's page. @throws {OutsideError} `drift` when there is none or it is empty */
export function readProblemStatement(page: Page): ReadStatement {
  const root = page.$('.problem-statement').first();
  if (root.length === 0) throw page.lacks('.problem-statement');
  const read = readStatement(page.$, root, page.url);
  if (read.html === '') throw page.lacks('text of the statement');
  return read;
}

/** What a problem's page offers to send a solution. */
export interface SubmitForm {
  /** Beginning of the names of fields: the problem's number within Yandex, such as `2989/2020_04_22/AbCdEf`. */
  problemId: string;
  languages: ForeignLanguage[];
  sk: string;
  retpath: string;
  /** Largest source in bytes; null: the page does not tell. */
  maxBytes: number | null;
  /** Attempts that the account has left; null: the page does not tell. */
  attemptsLeft: number | null;
}

const FIELD = '@compilerId';

/** Whether a problem's page has a form for solutions, of whatever shape. */
export const hasSubmitForm = ({ $ }: Page): boolean =>
  $('form[action*="/submit/"], [name*="@"], textarea, input[type="file"]').length > 0;

/** Reads the form of a problem's page. @throws {OutsideError} `drift` when there is none */
export function readSubmitForm(page: Page): SubmitForm {
  const { $ } = page;
  const select = $(`select[name$="${FIELD}"]`).first();
  const only = $(`input[name$="${FIELD}"]`).first();
  const name = (select.length > 0 ? select : only).attr('name');
  if (name === undefined) throw page.lacks('the list of compilers');
  const inForm = (select.length > 0 ? select : only).closest('form');
  const form = inForm.length > 0 ? inForm : $.root();
  const options = select.length > 0 ? select.find('option').toArray() : only.toArray();
  const languages = options.flatMap((option) => {
    const id = $(option).attr('value') ?? '';
    const text = lineOf($(option)) || id;
    return id === '' ? [] : [{ foreignLanguageId: id, name: text, ...familyOf(text) }];
  });
  const sk = form.find('input[name="sk"]').last().attr('value') ?? tokenOf(page);
  if (languages.length === 0) throw page.lacks('compilers');
  if (!/^\w{8,100}$/.test(sk)) throw page.lacks('the token of the form');
  return {
    ...{ problemId: name.slice(0, -FIELD.length), languages, sk },
    retpath: form.find('input[name="retpath"]').last().attr('value') ?? page.url,
    maxBytes: maxBytesOf(page),
    attemptsLeft: attemptsOf(lineOf($('.problem__attempts').first())),
  };
}

/** Token in the data of the page's side, which is that of every form. */
const tokenOf = ({ $ }: Page): string =>
  /"sk":"(\w{8,100})"/.exec(($('.aside[data-bem]').first().attr('data-bem') ?? '').slice(0, 10_000))?.[1] ??
  '';

function maxBytesOf({ $ }: Page): number | null {
  const size = /"maxFileSize":(\d{1,9})/.exec($('.solution[data-bem]').first().attr('data-bem') ?? '')?.[1];
  return size === undefined ? null : Number(size);
}

function attemptsOf(text: string): number | null {
  const count = /(\d{1,6}) (?:попыт|attempt)|(?:attempts?|left)\D{0,20}(\d{1,6})/i.exec(text.slice(0, 300));
  return count ? Number(count[1] ?? count[2]) : null;
}
