import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptAtMs } from '#shared/api/calls/kept-answers.ts';
import { useFormats } from '#shared/text/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';

const TRY_EVERY_MS = 15_000;

/** Says that the problems are those from memory, and asks for the present ones from time to time. */
export function KeptNotice({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const atMs = useKeptAtMs(`/api/contest/${contestId}`);
  const isShown = atMs !== null;
  useEffect(() => {
    if (!isShown) return;
    const askAgain = () => {
      for (const part of [[], ['problems'], ['problem']])
        void queryClient.invalidateQueries({
          queryKey: ['contest', contestId, ...part],
          exact: part.length === 0,
        });
    };
    const again = setInterval(askAgain, TRY_EVERY_MS);
    return () => {
      clearInterval(again);
      askAgain(); // the head may be the server's while another part on the screen is not yet
    };
  }, [isShown, contestId, queryClient]);
  if (atMs === null) return null;
  return (
    <div role="status">
      <Notice
        tone="warning"
        icon={<IconCloudOff size={20} aria-hidden />}
        title={t('kept.title', { time: formats.time(atMs) })}
      >
        {t('kept.text')}
      </Notice>
    </div>
  );
}
