import type { GroupOfLink } from '@balloon/contracts/people/group-links.ts';
import type { OwnUser } from '@balloon/contracts/users.ts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signUp } from '#features/account/account.data.ts';
import { Outcome } from '#features/account/outcome.tsx';
import classes from '#features/session/auth.module.css';
import { FormFailure } from '#features/session/form-failure.tsx';

/** Adds a person who has an account to the group of the link. */
export function JoinGroup({ me, group, groupKey }: { me: OwnUser; group: GroupOfLink; groupKey: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => signUp(groupKey, null),
    onSuccess: () => queryClient.invalidateQueries(), // other contests may be open now
    meta: { ownError: true },
  });
  if (isSuccess || group.hasGroup) {
    return (
      <Outcome
        isGood
        icon={<IconCheck size={28} stroke={1.8} aria-hidden />}
        text={<p>{t(isSuccess ? 'auth.joinDone' : 'auth.joinedAlready')}</p>}
        action={{ to: '/contests', text: t('auth.toContests') }}
      />
    );
  }
  return (
    <>
      <p className={classes.lead}>
        {t('auth.joinAs', { name: me.fullName || me.username, username: me.username })}
      </p>
      <div className={classes.form}>
        <FormFailure error={error} />
        <Button size="lg" fullWidth loading={isPending} onClick={() => mutate()}>
          {t('auth.joinAction')}
        </Button>
      </div>
    </>
  );
}
