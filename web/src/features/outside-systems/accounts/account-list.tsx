import type { OutsideServerView } from '@balloon/contracts/outside/outside-systems.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import serverClasses from '#features/maintenance/server.module.css';
import { type Account, AccountForm } from '#features/outside-systems/accounts/account-form.tsx';
import { AccountRow } from '#features/outside-systems/accounts/account-row.tsx';
import { checkAccount } from '#features/outside-systems/data/outside.data.ts';
import { CheckDialog } from '#features/outside-systems/dialogs/check-dialog.tsx';
import classes from '#features/outside-systems/outside.module.css';
import { EmptyState } from '#shared/ui/states/states.tsx';

type Open =
  | { dialog: 'add' }
  | { dialog: 'edit'; accountId: number }
  | { dialog: 'check'; name: string; jobId: number };

/** Accounts under which solutions are sent to a server. */
export function AccountList({ server }: { server: OutsideServerView }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const edited = server.accounts.find(({ id }) => open?.dialog === 'edit' && id === open.accountId);
  const checking = useMutation({
    mutationFn: ({ id }: Account) => checkAccount(id),
    onSuccess: ({ jobId }, { name }) => setOpen({ dialog: 'check', name, jobId }),
  });
  return (
    <section className={serverClasses.part} aria-labelledby="outside-accounts">
      <div className={serverClasses.partHead}>
        <h2 id="outside-accounts">{t('outside.accounts')}</h2>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setOpen({ dialog: 'add' })}
        >
          {t('outside.addAccount')}
        </Button>
      </div>
      {server.accounts.length === 0 ? (
        <EmptyState
          icon={<IconUserPlus size={44} stroke={1.5} aria-hidden />}
          title={t('outside.noAccounts')}
          text={t(`outside.howTo.${server.systemType}`)}
        />
      ) : (
        <ul className={classes.list}>
          {server.accounts.map((each) => (
            <AccountRow
              key={each.id}
              account={each}
              server={server}
              onEdit={() => setOpen({ dialog: 'edit', accountId: each.id })}
              isCheckStarting={checking.isPending && checking.variables.id === each.id}
              onCheck={() => checking.mutate(each)}
            />
          ))}
        </ul>
      )}
      {open?.dialog === 'add' && <AccountForm server={server} account={null} onClose={close} />}
      {edited && <AccountForm server={server} account={edited} onClose={close} />}
      {open?.dialog === 'check' && <CheckDialog name={open.name} jobId={open.jobId} onClose={close} />}
    </section>
  );
}
