import { escapeHtml } from '#stand-ins/stand-in.ts';

/** What every page of the site shows. */
export interface Frame {
  csrf: string;
  /** Who is signed in. */
  handle: string | null;
}

/** A page of the site around some content. */
export const pageOf = ({ csrf, handle }: Frame, content: string, sidebar = '') => `<!DOCTYPE HTML>
<html lang="en"><head>
<meta http-equiv="content-type" content="text/html; charset=UTF-8">
<meta name="X-Csrf-Token" content="${csrf}"/>
<link rel="preconnect" href="https://challenges.cloudflare.com">
<title>Codeforces</title></head>
<body><span style='display:none;' class='csrf-token' data-csrf='${csrf}'>&nbsp;</span>
<div id="header"><div class="lang-chooser"><div>${
  handle === null
    ? '<a href="/enter?back=%2F">Enter</a> | <a href="/register">Register</a>'
    : `<a href="/profile/${handle}">${handle}</a> | <a href="/${csrf}/logout">Logout</a>`
}</div></div></div>
<div id="sidebar">${sidebar}</div>
<div id="pageContent">${content}</div></body></html>`;

/** Page of Cloudflare in place of any other. */
export const CHALLENGE_PAGE = `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body>
<script>window._cf_chl_opt={cvId:'3'};</script>
<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script></body></html>`;

const hidden = (name: string, value: string) => `<input type='hidden' name='${name}' value='${value}'/>`;

/** Fields that forms carry against machines. */
const fingerprint = (csrf: string) =>
  hidden('csrf_token', csrf) +
  hidden('ftaa', 'a1b2c3d4e5f6a7b8c9') +
  hidden('bfaa', 'f1b3f18c715565b589b7823cda7448ce');

const error = (field: string, text: string) =>
  text === ''
    ? `<span class="error for__${field}" style="display: none">&nbsp;</span>`
    : `<span class="error for__${field}">${escapeHtml(text)}</span>`;

/** Form to sign in. */
export const enterForm = ({ csrf }: Frame, failure = '') =>
  `<form method="post" action="" id="enterForm">${fingerprint(csrf)}${hidden('action', 'enter')}
<input id="handleOrEmail" name="handleOrEmail" value=""/><input id="password" name="password" type="password"/>
${error('password', failure)}<input type="checkbox" name="remember"/></form>`;

/** Languages of forms: id, name there, name in the API. */
export const LANGUAGES = [
  ['43', 'GNU GCC C11 5.1.0', 'GNU C11'],
  ['54', 'GNU G++17 7.3.0', 'C++17 (GCC 7-32)'],
  ['89', 'GNU G++20 13.2 (64 bit, winlibs)', 'C++20 (GCC 13-64)'],
  ['87', 'Java 21 64bit', 'Java 21'],
  ['31', 'Python 3.13.2', 'Python 3'],
  ['97', 'F# 9, .NET SDK 9', 'F# 9'],
  ['20', 'Scala 2.12.8', 'Scala'],
  ['25', 'Befunge', 'Befunge'],
] as const;

interface SubmitPage {
  /** Whether the problem is named by one code; else by an index out of these. */
  indexes: readonly string[] | null;
  errors?: Readonly<Record<string, string>>;
  warning?: string;
  hasCaptcha?: boolean;
  languages?: readonly (readonly [string, string, string])[];
}

/** Form of a solution. */
export function submitForm(frame: Frame, page: SubmitPage): string {
  const { indexes, errors = {}, warning = '', hasCaptcha = false, languages = LANGUAGES } = page;
  const problem =
    indexes === null
      ? `<input type="text" name="submittedProblemCode" value=""/>`
      : `<select name="submittedProblemIndex"><option value="">Choose</option>${indexes
          .map((index) => `<option value="${index}">${index} - name</option>`)
          .join('')}</select>`;
  const fields = ['submittedProblemCode', 'submittedProblemIndex', 'programTypeId', 'source', 'sourceFile'];
  return `<form class="submit-form" method="post" enctype="multipart/form-data" action="">${fingerprint(frame.csrf)}
${hidden('action', 'submitSolutionFormSubmitted')}${hidden('_tta', '594')}
<div class="roundbox borderTopRound" ${warning === '' ? 'style="display:none"' : ''}>${warning || '&nbsp;'}</div>
<table>${problem}<select name="programTypeId">${languages
    .map(([id, name]) => `<option value="${id}">${name}</option>`)
    .join('')}</select>
<textarea id="sourceCodeTextarea" name="source"></textarea><input type="file" name="sourceFile"/>
${hasCaptcha ? '<div class="cf-turnstile" data-sitekey="x"></div>' : ''}
${fields.map((field) => error(field, errors[field] ?? '')).join('\n')}</table></form>`;
}
