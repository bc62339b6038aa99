/** Reads a text as JSON. @returns undefined where it is none, such as a page in its place */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
