import type { AuditEntry } from '@balloon/contracts/site/audit.ts';
import { AUDIT_SUBJECTS } from '@balloon/contracts/site/audit-actions.ts';
import { SETTING_SECTIONS } from '@balloon/contracts/site/setting-limits.ts';
import { IconChevronRight } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/audit/audit.module.css';
import { auditPath } from '#features/audit/audit.url.ts';
import { changedFields, StateDiff } from '#features/audit/state-diff.tsx';
import { subjectPath } from '#features/audit/subject-link.ts';
import { fieldText } from '#features/audit/value-text.ts';
import { useFormats } from '#shared/text/format.ts';

/** Text of an action; the server's name of it when this page is older. */
export function actionText(action: string): string {
  const [subject, verb] = action.split('.');
  const key = `audit.action.${subject}.${verb}`;
  return i18next.exists(key) ? i18next.t(key) : action;
}

/** A change: who did what with what, when and from where, and field by field when it is opened. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const formats = useFormats();
  const fields = changedFields(entry);
  return (
    <li className={classes.entry}>
      <time
        className={classes.time}
        dateTime={new Date(entry.atMs).toISOString()}
        title={formats.exact(entry.atMs)}
      >
        {formats.dateTime(entry.atMs)}
      </time>
      <div className={classes.what}>
        <p className={classes.line}>
          <strong>{actionText(entry.action)}</strong>
          <Subject entry={entry} />
        </p>
        <Actor entry={entry} />
        {fields.length > 0 && (
          <details className={classes.details}>
            <summary className={classes.summary}>
              <IconChevronRight className={classes.chevron} size={16} aria-hidden />
              <span>{fields.map(fieldText).join(', ')}</span>
            </summary>
            <StateDiff before={entry.before} after={entry.after} />
          </details>
        )}
      </div>
    </li>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { kind, id, name } = entry.subject;
  const known = AUDIT_SUBJECTS.find((one) => one === kind);
  const section = SETTING_SECTIONS.find((one) => entry.action === 'server.settings' && one === name);
  const shown = section ? t(`settings.section.${section}`) : name;
  const text =
    shown ||
    (id === null ? '' : `${known ? t(`audit.subject.${known}`) : kind} ${t('common.number', { id })}`);
  const path = subjectPath(entry);
  if (text === '') return null;
  return path === null ? <span>{text}</span> : <Link to={path}>{text}</Link>;
}

function Actor({ entry: { actor, ip } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  return (
    <p className={classes.actor}>
      {actor === null ? (
        t('audit.server')
      ) : (
        <Link to={auditPath({ actorId: actor.id })}>{actor.fullName || actor.username}</Link>
      )}
      {ip !== null && <span className="mono">{ip}</span>}
    </p>
  );
}
