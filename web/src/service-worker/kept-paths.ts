/** Header of an answer from memory: when the server gave it, in ms. */
export const KEPT_AT_HEADER = 'x-kept-at-ms';

/** Says who is signed in; kept for the owner of the other answers only. */
export const WHO_AM_I = '/api/user/me';

/** Calls after which the person may be another one. */
export const CHANGES_OF_PERSON: readonly string[] = [
  '/api/user/authenticate/sign-in',
  '/api/user/authenticate/logout',
];

/** The head of a contest, its list of problems, a statement. */
const ANSWERS = /^\/api\/contest\/\d{1,9}(?:\/problems(?:\/[A-Za-z]{1,3})?)?$/;
const PICTURES = /^\/api\/problems\/\d{1,9}\/files\/[^/]{1,255}$/;

/**
 * Whether an answer of the API may be kept for times without a network: what a person needs to go on reading problems.
 * Everything else is refused: a table, a verdict or a message from memory would be taken for the present one.
 *
 * @param destination what the page wants it for; a file of a statement counts only as a picture
 */
export function mayKeep({ pathname, search }: URL, destination: string): boolean {
  if (PICTURES.test(pathname)) return destination === 'image';
  if (!ANSWERS.test(pathname)) return false;
  return search === '' || /^\?locale=[a-z]{2}-[a-z]{2}$/.test(search);
}

/** Files of the page beside the hashed ones, which change under their names. */
export const isShellFile = (pathname: string) =>
  pathname === '/favicon.svg' || pathname.startsWith('/js/') || pathname.startsWith('/site/');
