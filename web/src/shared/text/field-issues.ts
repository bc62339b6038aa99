import type { FieldIssue } from '@balloon/contracts/common.ts';
import i18next from 'i18next';

/** Fields that screens send → the text by which the screen names them. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  '': 'issues.request',
  body: 'news.bodyLabel',
  durationTimeMs: 'contestForm.durationTimeMs',
  email: 'auth.email',
  firstName: 'auth.firstName',
  groupIds: 'news.groupsLabel',
  groupsIds: 'news.groupsLabel',
  input: 'trial.ownInput',
  languageId: 'send.language',
  languageIds: 'contestForm.languages',
  lastName: 'auth.lastName',
  login: 'auth.username',
  message: 'messages.text',
  name: 'contestForm.name',
  newPassword: 'auth.newPassword',
  oldPassword: 'profile.oldPassword',
  password: 'auth.password',
  passwordConfirm: 'auth.repeatPassword',
  practiceDurationTimeMs: 'contestForm.practiceDurationTimeMs',
  problemIds: 'contestForm.problems',
  problems: 'contestForm.problems',
  relativeFreezeTimeMs: 'contestForm.relativeFreezeTimeMs',
  solution: 'send.editor',
  startTimeMs: 'contestForm.startTimeMs',
  symbolIndex: 'send.problem',
  text: 'messages.text',
  title: 'news.titleLabel',
  username: 'auth.newUsername',
  wrongTryPenaltyMin: 'contestForm.wrongTryPenaltyMin',
};

/** Says in the language of the page what is wrong with each field; fields without a label appear as their path. */
export function issuesText(issues: readonly FieldIssue[]): string {
  return issues
    .map((issue) => i18next.t('issues.line', { field: labelOf(issue.field), problem: issueText(issue) }))
    .join(' ');
}

function labelOf(field: string): string {
  const [first = ''] = field.split('.');
  const key = FIELD_LABELS[field] ?? FIELD_LABELS[first];
  return key ? i18next.t(key) : field;
}

/** Says what is wrong with a field, without its name. */
export function issueText({ kind, bound, of = 'number' }: FieldIssue): string {
  const isEmpty = kind === 'too_small' && of !== 'number' && bound === 1;
  if (isEmpty) return i18next.t('issues.required');
  if (kind !== 'too_small' && kind !== 'too_big') return i18next.t(`issues.${kind}`);
  return i18next.t(`issues.${kind}.${of}`, { bound });
}
