/** Sign in place of a secret. */
const REMOVED = '•••';

/** Shortest value that is looked for: shorter ones stand in every text. */
const MIN_CHARACTERS = 3;

/** Field of a form or an address that carries a secret of a page, and its value. */
const TOKEN_FIELD =
  /\b(csrf\w{0,20}|sk|sid|ejsid|[a-z_]{0,20}token)(["']?(?:\s?value)?\s?[=:]\s?["']?)[\w.+/%-]{8,}/gi;
/** Session of ejudge inside an address: `/S0123456789abcdef-0123456789abcdef`. */
const SESSION_IN_PATH = /\/S[0-9a-f]{16}(-[0-9a-f]{16})?/g;
const AUTHORISATION = /\b(Bearer|OAuth|AQAA-Bearer|Basic) [\w.+/=-]{8,}/g;

/** Makes the function that removes secrets from texts, also where they are escaped for addresses, forms or HTML. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = new Set(secrets.filter((secret) => secret.length >= MIN_CHARACTERS).flatMap(spellingsOf));
  // A secret that contains another one goes first.
  const ordered = [...spellings].toSorted((a, b) => b.length - a.length);
  return (text) =>
    ordered
      .reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text)
      .replaceAll(SESSION_IN_PATH, `/${REMOVED}`)
      .replaceAll(AUTHORISATION, `$1 ${REMOVED}`)
      .replaceAll(TOKEN_FIELD, `$1$2${REMOVED}`);
}

function spellingsOf(secret: string): string[] {
  const forAddress = encodeURIComponent(secret.toWellFormed());
  const forForm = new URLSearchParams([['', secret]]).toString().slice(1);
  return [
    secret,
    forAddress,
    forAddress.toLowerCase(),
    forForm,
    forForm.toLowerCase(),
    escapeHtml(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ];
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
