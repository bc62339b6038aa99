/** Usernames out of a pasted list: separated by line breaks, spaces, commas or semicolons, each once. */
export function loginsOf(text: string): string[] {
  const logins = text.split(/[\s,;]+/).filter((login) => login !== '');
  return [...new Map(logins.map((login) => [login.toLowerCase(), login])).values()];
}
