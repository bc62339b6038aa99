import type { UserDeletion } from '@balloon/contracts/people/user-admin.ts';
import { useTranslation } from 'react-i18next';

/** Consequences in numbers: of a new password or a ban the sessions that end, of a deletion also what stays. */
export function TracesText({
  action,
  traces,
}: {
  action: 'passwords' | 'ban' | 'delete';
  traces: UserDeletion;
}) {
  const { t } = useTranslation();
  const { solutions, contests, ratings, messages, sessions } = traces;
  return (
    <>
      <p>{t(`people.bulk.${action}.text`)}</p>
      <p>
        {t('people.traces.sessions', { count: sessions })}
        {action === 'delete' && (
          <>
            {' '}
            {t('people.traces.stays', {
              solutions: t('people.traces.solutions', { count: solutions }),
              contests: t('people.traces.contests', { count: contests }),
              ratings: t('people.traces.ratings', { count: ratings }),
              messages: t('people.traces.messages', { count: messages }),
            })}
          </>
        )}
      </p>
    </>
  );
}
