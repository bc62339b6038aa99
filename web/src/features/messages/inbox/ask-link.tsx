import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/messages/inbox/ask-link.module.css';
import { useMe } from '#shared/api/queries/session.ts';

/** Link from a statement to the form for a question about it; not shown to supervisors. */
export function AskLink({ contestId, index }: { contestId: number; index: string }) {
  const { t } = useTranslation();
  if (useMe().isSupervisor) return null;
  return (
    <Button
      component={Link}
      to={`/contest/${contestId}/messages?problem=${index}`}
      variant="default"
      className={classes.ask}
      leftSection={<IconHelpCircle size={18} aria-hidden />}
    >
      {t('messages.askAbout', { index })}
    </Button>
  );
}
