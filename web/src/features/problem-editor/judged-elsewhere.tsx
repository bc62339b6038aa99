import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSystemName } from '#shared/text/system-name.ts';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** In place of what is edited of problems that are judged here: why it is not, and what can be edited instead. */
export function JudgedElsewhere({ problem: { systemType } }: { problem: EditedProblem }) {
  const { t } = useTranslation();
  const system = useSystemName()(systemType);
  return (
    <EmptyState
      icon={<IconExternalLink size={44} stroke={1.5} aria-hidden />}
      title={t('problemEditor.judgedElsewhere', { system })}
      text={t('problemEditor.judgedElsewhereText', { system })}
    />
  );
}
