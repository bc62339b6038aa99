/** What the text of a certificate may name; each stands in braces. */
export const CERTIFICATE_FIELDS = [
  'team',
  'organization',
  'members',
  'rank',
  'award',
  'contest',
  'date',
] as const;
export type CertificateField = (typeof CERTIFICATE_FIELDS)[number];

/** What a certificate says of one team; empty where there is nothing to say. */
export type CertificateFacts = Readonly<Record<CertificateField, string>>;

export interface CertificateText {
  heading: string;
  /** Lines of text. */
  body: string;
}

/** Line of a certificate as it is drawn. */
export interface CertificateLine {
  text: string;
  /** The field that is all of the line and is set in a type of its own; null: running text. */
  field: CertificateField | null;
}

/** Most characters of one fact, and of all lines: a page holds no more that can be read. */
const MAX_FACT = 500;
const MAX_FILLED = 2_500;

const PLACEHOLDER = /\{([^{}]*)\}/g;

const isField = (name: string): name is CertificateField =>
  CERTIFICATE_FIELDS.some((field) => field === name);

/** The placeholders of a text that nothing can be put in for, each once. */
export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !isField(name)))];
}

/**
 * Fills in a text. A line with a placeholder for which there is nothing is left out, so that one template serves teams
 * with and without an organisation, a rank or an award.
 */
export function certificateLines(text: string, facts: CertificateFacts): CertificateLine[] {
  let left = MAX_FILLED;
  return text.split('\n').flatMap((line) => {
    const fields = [...line.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => (isField(name) ? name : []));
    if (fields.some((field) => clean(facts[field]) === '')) return [];
    const filled = line.replace(PLACEHOLDER, (whole, name: string) =>
      isField(name) ? cut(clean(facts[name]), MAX_FACT) : whole,
    );
    const shown = cut(clean(filled), left);
    left -= shown.length;
    const [field = null] = fields;
    return { text: shown, field: field !== null && line.trim() === `{${field}}` ? field : null };
  });
}

/** Control characters have no shape: a space takes their place. */
const clean = (text: string) => text.replace(/\p{Cc}/gu, ' ').trim();

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return most < 1 ? '' : `${text.slice(0, most - 1).toWellFormed()}…`;
}
