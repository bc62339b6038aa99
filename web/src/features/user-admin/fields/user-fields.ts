import { MAX_FIELD_LENGTH } from '@balloon/contracts/people/account-rules.ts';
import i18next from 'i18next';
import { emailText, newPasswordText, usernameText } from '#features/account/field-rules.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { issuesText } from '#shared/text/field-issues.ts';
import { errorText } from '#shared/ui/toasts/toasts.ts';

/** Fields of a person in the forms of supervisors. */
export interface UserValues {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
  mask: number;
  groupIds: number[];
}
export type UserFaults = Partial<Record<keyof UserValues, string>>;

const PARTICIPANT = 256;

/** Says what is wrong with each field before it is sent, by the rules of the server. */
export function faultsOf(
  values: UserValues,
  { needsGroup, isNew }: { needsGroup: boolean; isNew: boolean },
): UserFaults {
  const { firstName, lastName, username, email, password, mask, groupIds } = values;
  const isNameless = firstName.trim() === '' && lastName.trim() === '' && username.trim() === '';
  return withoutEmpty({
    firstName: tooLong(firstName),
    lastName: isNameless ? i18next.t('errors.USERNAME_REQUIRED') : tooLong(lastName),
    username: isNew && username.trim() === '' ? undefined : usernameText(username),
    email: email.trim() === '' ? undefined : emailText(email),
    password: password === '' ? undefined : passwordFault(password, username, mask, isNew),
    groupIds: needsGroup && groupIds.length === 0 ? i18next.t('errors.GROUPS_REQUIRED') : undefined,
  });
}

/** A participant may begin with any password; later ones, and those of supervisors, follow the rules. */
function passwordFault(password: string, username: string, mask: number, isNew: boolean) {
  return isNew && mask === PARTICIPANT ? tooLong(password) : newPasswordText(password, username);
}

const tooLong = (text: string) =>
  text.length > MAX_FIELD_LENGTH ? i18next.t('form.tooLong', { count: MAX_FIELD_LENGTH }) : undefined;

/** Refusals of the server → the field that they are about. */
const FIELD_OF: Readonly<Record<string, keyof UserValues>> = {
  USERNAME_TAKEN: 'username',
  USERNAME_REQUIRED: 'lastName',
  EMAIL_TAKEN: 'email',
  OWN_EMAIL: 'email',
  PASSWORD_TOO_SIMPLE: 'password',
  PASSWORD_IS_USERNAME: 'password',
  GROUPS_REQUIRED: 'groupIds',
  GROUP_NOT_FOUND: 'groupIds',
  ROLE_ADMINS_ONLY: 'mask',
  LAST_ADMIN: 'mask',
};

/** Says a refusal beside its field; empty when it is about none. */
export function faultsOfAnswer(error: unknown, values: UserValues): UserFaults {
  if (!(error instanceof ApiError)) return {};
  const field = FIELD_OF[error.code];
  if (field) return { [field]: errorText(error) };
  const known = error.issues.filter(({ field: name }) => (name.split('.')[0] ?? '') in values);
  return Object.fromEntries(known.map((issue) => [issue.field.split('.')[0], issuesText([issue])]));
}

function withoutEmpty(faults: Partial<Record<keyof UserValues, string | undefined>>): UserFaults {
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}
