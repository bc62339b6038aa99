import { numberText } from '#shared/text/number-text.ts';

/** Placeholders of texts that stand for numbers of things. Others may be ids, years, ports, or numbers of tests. */
const AMOUNTS =
  /^(all|count|done|failed|finished|first|last|left|most|passed|people|read|rows|shown|step|total)$/;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Invisible characters that turn around what follows them. */
const TURNS = /[\u202a-\u202e]/g;

/** A foreign text, such as a name, between signs that keep it from moving the digits and words beside it. */
function apart(text: string): string {
  const plain = text.replace(TURNS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/**
 * Shows amounts in texts with their thousands apart, while the form of a text follows the number itself, and names that are read
 * from right to left in their own place. A module of i18next, which needs `alwaysFormat`.
 */
export const placeholders = {
  type: 'formatter' as const,
  format(value: unknown, _format?: string, locale = '', options?: { interpolationkey?: string }) {
    if (typeof value === 'string') return apart(value);
    const isAmount = typeof value === 'number' && AMOUNTS.test(options?.interpolationkey ?? '');
    return isAmount ? numberText(value, locale) : value;
  },
};
