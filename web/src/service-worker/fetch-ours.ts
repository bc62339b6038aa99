/** Words of the page that every build has, and no page of a network that asks people to sign in. */
const SIGN_OF_PAGE = '<div id="root">';

/**
 * Fetches what the server never sends as a page. One in its place, as a network sends that asks people to sign in, counts
 * as no connection: it is neither shown nor kept, and forgets nothing.
 */
export async function fetchOurs(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status < 500 && isPage(answer)) throw new TypeError('A page stands in place of the answer');
  return answer;
}

/** Whether a whole answer is the page of this site. */
export const isOurPage = async (answer: Response) =>
  isPage(answer) && (await answer.clone().text()).includes(SIGN_OF_PAGE);

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') === true;
