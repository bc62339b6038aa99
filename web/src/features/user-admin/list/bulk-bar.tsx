import { Button } from '@mantine/core';
import { IconBan, IconKey, IconTrash, IconUsersPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ableFor, type BulkAction, BulkDialog } from '#features/user-admin/list/bulk-dialog.tsx';
import classes from '#features/user-admin/list/people-list.module.css';
import type { ChosenPeople } from '#features/user-admin/list/use-chosen-people.ts';
import type { Credentials } from '#features/user-admin/passwords/credentials.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';

const ACTIONS = [
  { action: 'group', icon: IconUsersPlus },
  { action: 'passwords', icon: IconKey },
  { action: 'ban', icon: IconBan },
  { action: 'delete', icon: IconTrash },
] as const;

/** What can be done with the chosen people, at the lower edge of the screen. */
export function BulkBar({
  chosen,
  onPasswords,
}: {
  chosen: ChosenPeople;
  onPasswords: (issued: Credentials[]) => void;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const [action, setAction] = useState<BulkAction | null>(null);
  if (chosen.people.length === 0) return null;
  const offered = ACTIONS.filter(
    (one) =>
      (isAdminUser(me) || one.action !== 'delete') && ableFor(one.action, chosen.people, me.id).length > 0,
  );
  return (
    <section className={classes.bulk} aria-label={t('people.bulk')}>
      <strong aria-live="polite">{t('people.chosen', { count: chosen.people.length })}</strong>
      <div className={classes.bulkButtons}>
        {offered.map(({ action: name, icon: Icon }) => (
          <Button
            key={name}
            variant="default"
            {...(name === 'delete' && { c: 'var(--wrong)' })}
            leftSection={<Icon size={18} stroke={1.8} aria-hidden />}
            onClick={() => setAction(name)}
          >
            {t(`people.bulk.${name}`)}
          </Button>
        ))}
        <Button variant="subtle" color="gray" onClick={chosen.clear}>
          {t('people.clearChoice')}
        </Button>
      </div>
      {action !== null && (
        <BulkDialog
          action={action}
          people={chosen.people}
          onClose={() => setAction(null)}
          onDone={(issued) => {
            setAction(null);
            chosen.clear();
            if (issued) onPasswords(issued);
          }}
        />
      )}
    </section>
  );
}
