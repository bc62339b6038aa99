import type { ChangedMeanwhile } from '@balloon/contracts/audit.ts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/groups/group.module.css';
import { useFormats } from '#shared/text/format.ts';

/** What others changed since the form was filled, and the way to take it instead of one's own. */
export function StaleNotice({ stale, onTake }: { stale: ChangedMeanwhile; onTake: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t('groups.staleTitle')}
    >
      <ul className={classes.edits}>
        {stale.edits.map(({ version, editor, editedAtMs, after, action }) => (
          <li key={version}>
            {t(action === 'group.members' ? 'groups.staleMembers' : 'groups.staleEdit', {
              name: editor?.fullName || editor?.username || t('groups.somebody'),
              time: formats.dateTime(editedAtMs),
            })}
            {typeof after?.name === 'string' && ` ${t('groups.staleName', { name: after.name })}`}
            {typeof after?.color === 'string' && ` ${t('groups.staleColor', { color: after.color })}`}
          </li>
        ))}
      </ul>
      <p>{t('groups.staleText')}</p>
      <Button variant="default" onClick={onTake}>
        {t('groups.takeTheirs')}
      </Button>
    </Alert>
  );
}
