import { Button, Modal } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import copyToClipboard from 'copy-to-clipboard';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createLink,
  type LinkLimits,
  linkAddress,
  linksQuery,
} from '#features/group-links/group-links.data.ts';
import classes from '#features/group-links/group-links.module.css';
import { LinkLimitsForm } from '#features/group-links/link-limits-form.tsx';
import { LinkRow } from '#features/group-links/link-row.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

export interface RegisterLinksProps {
  groupId: number;
  groupName: string;
}

const UNLIMITED: LinkLimits = { expiresAtMs: null, maxActivations: null };

/** Links by which people register into a group or join it. */
export function RegisterLinks({ groupId, groupName }: RegisterLinksProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(linksQuery(groupId));
  return (
    <section aria-label={t('groups.view.links')}>
      <div className={classes.head}>
        <p className={classes.intro}>{t('links.intro')}</p>
        <NewLink groupId={groupId} />
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <RowsPlaceholder rows={3} />}
      {data?.length === 0 && (
        <EmptyState
          icon={<IconLink size={44} stroke={1.4} aria-hidden />}
          title={t('links.emptyTitle')}
          text={t('links.emptyText')}
        />
      )}
      <ul className={classes.list}>
        {data?.map((link) => (
          <LinkRow key={link.uuid} link={link} groupName={groupName} />
        ))}
      </ul>
    </section>
  );
}

/** Button with a dialog of limits; the new link is copied at once. */
function NewLink({ groupId }: { groupId: number }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const create = useMutation({
    mutationFn: (limits: LinkLimits) => createLink(groupId, limits),
    onSuccess: async (link) => {
      setOpen(false);
      const isCopied = await copyToClipboard(linkAddress(link));
      showDone(t(isCopied ? 'links.createdAndCopied' : 'links.created'));
      await queryClient.invalidateQueries({ queryKey: linksQuery(groupId).queryKey });
    },
  });
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('links.create')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('links.createTitle')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <LinkLimitsForm
          initial={UNLIMITED}
          yes={t('links.create')}
          isPending={create.isPending}
          onSave={(limits) => create.mutate(limits)}
        />
      </Modal>
    </>
  );
}
