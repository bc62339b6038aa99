import type { OutsideOrigin } from '@balloon/contracts/problems/problem-admin.ts';
import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { Button } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReadAgain } from '#features/outside-jobs/use-read-again.ts';
import classes from '#features/problem-editor/problem-editor.module.css';
import { useFormats } from '#shared/text/format.ts';
import { useSystemName } from '#shared/text/system-name.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

export interface OutsideLineProps {
  problem: EditedProblem & { outside: OutsideOrigin };
  hasChanges: boolean;
  /** The changes may give way to the version that is about to come. Returns what keeps them where none comes. */
  onGiveUp: () => () => void;
}

/** Where another system has the problem, whether it is still listed there, and reading it again. */
export function OutsideLine({ problem, hasChanges, onGiveUp }: OutsideLineProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const system = useSystemName()(problem.systemType);
  const { readAgain, isPending } = useReadAgain(problem);
  const { url, vanishedAtMs } = problem.outside;
  const name = `${system} ${problem.foreignProblemIdentifier}`;
  async function ask() {
    const text = [
      t('problemEditor.readAgainText', { system }),
      hasChanges && t('problemEditor.losesChanges'),
    ];
    const question = {
      title: t('problemEditor.readAgainTitle', { system }),
      text: text.filter(Boolean).join(' '),
      yes: t('problemEditor.readAgainYes'),
    };
    if (!(await confirm(question))) return;
    readAgain(onGiveUp());
  }
  return (
    <div className={classes.outside}>
      {url === null ? (
        <span>{name}</span>
      ) : (
        <a
          className={classes.outsideLink}
          href={url}
          target="_blank"
          rel="noreferrer"
          title={t('adminProblems.openThere')}
        >
          {name}
          <IconExternalLink size={16} aria-hidden />
        </a>
      )}
      {vanishedAtMs !== null && (
        <span className={classes.vanished}>
          {t('adminProblems.signText.vanished', { date: formats.date(vanishedAtMs) })}
        </span>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={isPending}
        onClick={() => void ask()}
      >
        {t('adminProblems.readAgain', { system })}
      </Button>
    </div>
  );
}
