import type { OfficialResults } from '@balloon/contracts/scoreboard/results.ts';
import { Button } from '@mantine/core';
import { IconFlagFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFinalize } from '#features/results/results.data.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/**
 * Makes the results final once nothing is missing.
 *
 * @param props.isStale whether the results are not those that the person asked for: they must not become final
 */
export function FinalizeButton({ results, isStale }: { results: OfficialResults; isStale: boolean }) {
  const { t } = useTranslation();
  const { contest, missing, extraBronze, rows } = results;
  const finalizing = useFinalize(contest.id, () => showDone(t('results.finalized')));
  async function finalize() {
    const medals = rows.filter(({ medal }) => medal !== null).length;
    const isSure = await confirm({
      title: t('results.finalizeTitle', { contest: contest.name }),
      text: t('results.finalizeText', { count: medals }),
      yes: t('results.finalize'),
    });
    if (!isSure) return;
    finalizing.mutate({ extraBronze });
  }
  return (
    <Button
      size="lg"
      leftSection={<IconFlagFilled size={20} aria-hidden />}
      disabled={missing.length > 0 || isStale}
      loading={finalizing.isPending}
      onClick={() => void finalize()}
      style={{ justifySelf: 'start' }}
    >
      {t('results.finalize')}
    </Button>
  );
}
