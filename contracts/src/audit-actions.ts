/*
 * What supervisors change, for the audit log. Apart from the schemas, because the page names the actions in its filter
 * and needs no schemas for that.
 */

/** Kinds of things that an entry of the audit log is about. */
export const AUDIT_SUBJECTS = [
  'solution',
  'contest',
  'problem',
  'import',
  'news',
  'group',
  'link',
  'user',
  'ratings',
  'message',
  'server',
  'template',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** Every action that is recorded → the kind of its subject. A new action is a new line, and a text in both languages. */
export const AUDIT_ACTIONS = {
  'solution.verdict': 'solution',
  'solution.delete': 'solution',
  'solution.duplicate': 'solution',
  'solution.rejudge': 'solution',
  'solution.details': 'solution',
  'contest.create': 'contest',
  'contest.edit': 'contest',
  'contest.remove': 'contest',
  'contest.restore': 'contest',
  'contest.rejudge': 'contest',
  'contest.rejudgeStale': 'contest',
  'contest.removeParticipant': 'contest',
  'contest.pinVersion': 'contest',
  'contest.message': 'message',
  'contest.settleQuestion': 'message',
  'contest.withdrawMessage': 'message',
  'problem.rejudgeStale': 'problem',
  'problem.rollback': 'problem',
  'problem.save': 'problem',
  'problem.delete': 'problem',
  'problem.restore': 'problem',
  'import.start': 'import',
  'import.cancel': 'import',
  'news.create': 'news',
  'news.edit': 'news',
  'news.delete': 'news',
  'ratings.compute': 'ratings',
  'ratings.undo': 'ratings',
  'server.restart': 'server',
  'template.create': 'template',
  'template.delete': 'template',
  'link.create': 'link',
  'link.edit': 'link',
  'link.deactivate': 'link',
  'group.create': 'group',
  'group.edit': 'group',
  'group.members': 'group',
  'group.delete': 'group',
  'user.create': 'user',
  'user.edit': 'user',
  'user.ban': 'user',
  'user.unban': 'user',
  'user.delete': 'user',
  'user.password': 'user',
  'user.endSessions': 'user',
  'user.import': 'user',
} as const satisfies Record<string, AuditSubject>;
export type AuditAction = keyof typeof AUDIT_ACTIONS;
