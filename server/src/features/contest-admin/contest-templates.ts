import type {
  ContestTemplate,
  NewTemplate,
  TemplateSettings,
} from '@balloon/contracts/contests/contest-form.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { withoutInterruptions } from '@balloon/domain/contests/without-interruptions.ts';
import type { z } from 'zod';
import { ForbiddenError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findSettings } from '#features/contest-admin/contest-settings.queries.ts';
import { contestNotFound, getSupervisedContest } from '#features/contests/supervision.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

type Template = z.infer<typeof ContestTemplate>;

/** Templates by name. Moderators get their own and those of admins without problems, which may be secret. */
export async function listTemplates({ db }: Services, user: User): Promise<Template[]> {
  const templates = await findTemplates(db);
  if (isAdmin(user.accessMask)) return templates;
  return templates.flatMap((template) => {
    if (template.author?.id === user.id) return template;
    return template.author?.isAdmin ? { ...template, settings: withoutProblems(template.settings) } : [];
  });
}

function withoutProblems(settings: Template['settings']): Template['settings'] {
  const { problems: _, ...others } = settings;
  return others;
}

/**
 * Keeps settings of a form, or of a contest, to start others from.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export function createTemplate(
  { db }: Services,
  user: User,
  { name, contestId, settings }: NewTemplate,
): Promise<Template> {
  return db.transaction().execute(async (tx) => {
    const kept = contestId === undefined ? (settings ?? {}) : await settingsOf(tx, user, contestId);
    const { id } = await tx
      .insertInto('contestTemplate')
      .values({ name, authorId: user.id, settings: JSON.stringify(kept), createdAtMs: NOW_MS })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordChange(tx, user, {
      action: 'template.create',
      ...{ subjectId: id, subjectName: name, after: { ...kept } },
    });
    return getTemplate(tx, id);
  });
}

/** Settings of a contest without what happened while it ran. */
async function settingsOf(db: Db, user: User, contestId: number): Promise<TemplateSettings> {
  await getSupervisedContest(db, user, contestId);
  const stored = await findSettings(db, contestId);
  if (!stored) throw contestNotFound(contestId);
  const {
    startTimeMs: _,
    extraTimeMs: _2,
    thawedAtMs: _3,
    removedIntervals: _4,
    ...settings
  } = withoutInterruptions(stored.settings);
  return settings;
}

/**
 * Deletes a template: one's own, or as an admin anybody's.
 *
 * @throws {NotFoundError} TEMPLATE_NOT_FOUND
 * @throws {ForbiddenError} TEMPLATE_NOT_YOURS
 */
export function deleteTemplate({ db }: Services, user: User, templateId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name, author, settings } = await getTemplate(tx, templateId);
    if (!isAdmin(user.accessMask) && author?.id !== user.id) {
      throw new ForbiddenError('TEMPLATE_NOT_YOURS', 'Only its author and admins delete a template');
    }
    await tx.deleteFrom('contestTemplate').where('id', '=', templateId).execute();
    await recordChange(tx, user, {
      action: 'template.delete',
      ...{ subjectId: templateId, subjectName: name, before: settings },
    });
  });
}

async function getTemplate(db: Db, id: number): Promise<Template> {
  const template = (await findTemplates(db)).find((one) => one.id === id);
  if (template) return template;
  throw new NotFoundError('TEMPLATE_NOT_FOUND', `There is no template ${id}`);
}

async function findTemplates(db: Db): Promise<Template[]> {
  const rows = await db
    .selectFrom('contestTemplate')
    .leftJoin('account', 'account.id', 'contestTemplate.authorId')
    .select(['contestTemplate.id as templateId', 'name', 'settings', 'createdAtMs', ...PUBLIC_USER_COLUMNS])
    .orderBy('name')
    .orderBy('contestTemplate.id')
    .execute();
  return rows.map(({ templateId, name, settings, createdAtMs, ...account }) => ({
    id: templateId,
    name,
    createdAtMs,
    settings: settings as Template['settings'],
    author: isAccount(account) ? publicUser(account) : null,
  }));
}

type Account = Parameters<typeof publicUser>[0];

/** False for the empty side of a left join. */
const isAccount = (account: { id: number | null }): account is Account => account.id !== null;
