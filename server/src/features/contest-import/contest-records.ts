import { MAX_WRONG_TRY_PENALTY_MIN } from '@balloon/contracts/contests/contest-form.ts';
import { MAX_COACH, MAX_FOREIGN_ID, MAX_MEMBER_NAME } from '@balloon/contracts/people/team-limits.ts';
import { z } from 'zod';

/* Entries of the ICPC's files, in today's names of fields and in the older ones of YAML; other fields are passed over. */

const text = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => String(value ?? '').trim())
    .pipe(z.string().max(max));
const id = text(MAX_FOREIGN_ID);

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Milliseconds of a duration such as `5:00:00.000`, `-1:30:00`, or `5:00`, as YAML files have it; undefined for what is none.
 */
export function durationMs(value: string): number | undefined {
  const isNegative = value.startsWith('-');
  const parts = (isNegative ? value.slice(1) : value).split(':');
  if (parts.length < 2 || parts.length > 3) return undefined;
  const [hours, minutes, seconds] = [...parts, '0'].map((part) =>
    part.length > 0 && part.length <= 10 && !/[^0-9.]/.test(part) ? Number(part) : Number.NaN,
  );
  const ms = Math.round((hours ?? 0) * HOUR_MS + (minutes ?? 0) * MINUTE_MS + (seconds ?? 0) * 1000);
  return Number.isFinite(ms) ? (isNegative ? -ms : ms) : undefined;
}

const duration = z.string().transform((value, context) => {
  const ms = durationMs(value.trim());
  if (ms !== undefined && ms >= 0) return ms;
  context.addIssue({ code: 'custom', message: 'must be a duration such as 5:00:00' });
  return z.NEVER;
});

const MAX_INSTANT = 40;
/** A moment with its zone, as ISO 8601 writes it; `2024-09-18 11:45:00+03` of YAML, too. */
const instant = z
  .string()
  .max(MAX_INSTANT)
  .transform((value, context) => {
    const spelled = value
      .trim()
      .replace(' ', 'T')
      .replace(/([+-]\d\d)$/, '$1:00');
    const ms = /(Z|[+-]\d\d:?\d\d)$/.test(spelled) ? Date.parse(spelled) : Number.NaN;
    if (!Number.isNaN(ms)) return ms;
    context.addIssue({
      code: 'custom',
      message: 'must be a time with its zone, such as 2026-10-04T10:00:00+03:00',
    });
    return z.NEVER;
  });

/** Minutes; newer files have a duration. */
const penalty = z
  .union([z.number(), duration.transform((ms) => Math.round(ms / MINUTE_MS)), z.string().transform(Number)])
  .pipe(z.number().int().min(0).max(MAX_WRONG_TRY_PENALTY_MIN));

export const ContestRecord = z
  .object({
    id,
    short_name: id,
    name: text(1000).pipe(z.string().min(1, 'is required')),
    formal_name: text(1000),
    start_time: instant.nullish(),
    duration,
    scoreboard_freeze_duration: duration.nullish(),
    scoreboard_freeze_length: duration.nullish(),
    penalty_time: penalty.nullish(),
    scoreboard_type: text(50),
  })
  .transform((contest) => ({
    foreignId: contest.id || contest.short_name || contest.name.slice(0, MAX_FOREIGN_ID),
    name: contest.name.slice(0, 200),
    formalName: contest.formal_name || contest.name,
    startTimeMs: contest.start_time ?? null,
    durationMs: contest.duration,
    freezeMs: contest.scoreboard_freeze_duration ?? contest.scoreboard_freeze_length ?? null,
    penaltyMin: contest.penalty_time ?? null,
    isPassFail: contest.scoreboard_type === '' || contest.scoreboard_type === 'pass-fail',
  }));
export type ContestRecord = z.infer<typeof ContestRecord>;

export const ProblemRecord = z
  .object({
    id,
    short_name: id,
    label: text(10),
    letter: text(10),
    ordinal: z.number().int().nullish(),
    name: text(300),
    rgb: text(20),
  })
  .transform(({ id, short_name, label, letter, ordinal, name, rgb }, context) => {
    const foreignId = id || short_name || label || letter;
    if (foreignId === '') context.addIssue({ code: 'custom', message: 'id is required' });
    return {
      ...{ foreignId, label: label || letter, ordinal: ordinal ?? null, name: name || foreignId },
      color: colorOf(rgb),
    };
  });
export type ProblemRecord = z.infer<typeof ProblemRecord>;

/** `#E53935` for colours as files write them, also `e53` without the sign; null for what is none. */
function colorOf(rgb: string): string | null {
  const digits = (rgb.startsWith('#') ? rgb.slice(1) : rgb).toUpperCase();
  if (/^[0-9A-F]{6}$/.test(digits)) return `#${digits}`;
  if (/^[0-9A-F]{3}$/.test(digits)) return `#${[...digits].map((digit) => digit + digit).join('')}`;
  return null;
}

export const LanguageRecord = z
  .union([z.string().transform((name) => ({ id: name, name })), z.object({ id, name: text(200) })])
  .transform(({ id, name }) => ({ id: (id || name).toLowerCase(), name: name || id }));
export type LanguageRecord = z.infer<typeof LanguageRecord>;

const ids = z
  .array(z.union([z.string(), z.number()]))
  .max(50)
  .nullish();

export const PersonRecord = z
  .object({ name: text(Math.min(MAX_COACH, MAX_MEMBER_NAME)), role: text(50), team_id: id, team_ids: ids })
  .transform(({ name, role, team_id, team_ids }) => ({
    ...{ name, role: role || 'contestant' },
    teamIds: [...(team_id === '' ? [] : [team_id]), ...(team_ids ?? []).map(String)],
  }));
export type PersonRecord = z.infer<typeof PersonRecord>;
