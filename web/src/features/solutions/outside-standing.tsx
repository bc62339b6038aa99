import type { SystemType } from '@balloon/contracts/problems/problems.ts';
import type { OutsideProgress, Progress } from '@balloon/contracts/solutions/solutions.ts';
import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconClockPause, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/verdict-progress.module.css';
import { useJudgeName } from '#shared/text/judge-name.ts';

/** What a solution of an outside system waits for, or the test on which it runs there. */
type Wait =
  | 'queued'
  | 'inQueue'
  | 'paused'
  | 'problemPaused'
  | 'away'
  | 'stuck'
  | 'sending'
  | 'checking'
  | 'received';

const SIGNS = {
  paused: IconClockPause,
  problemPaused: IconClockPause,
  away: IconPlugConnectedX,
  stuck: IconAlertTriangle,
} as const;

/** Waits in which something is being done. */
const BUSY: ReadonlySet<Wait> = new Set(['sending', 'checking', 'received']);

/** State of a solution that an outside system judges and that has no verdict yet. */
export function OutsideStanding({
  progress,
  outside,
  systemType,
}: {
  progress: Progress;
  outside: OutsideProgress;
  systemType: SystemType;
}) {
  const { t } = useTranslation();
  const system = useJudgeName()(systemType);
  const { place, words } = outside;
  if (outside.state === 'judging') return <Running progress={progress} words={words} />;
  const wait = waitOf(progress, outside);
  const Sign = wait in SIGNS ? SIGNS[wait as keyof typeof SIGNS] : null;
  return (
    <span className={classes.progress} data-state={BUSY.has(wait) || wait === 'stuck' ? 'busy' : 'queued'}>
      <span className={classes.words}>
        {BUSY.has(wait) && <Loader size={16} aria-hidden className={classes.sign ?? ''} />}
        {Sign && <Sign size={16} stroke={2} aria-hidden className={classes.sign} />}
        <span>{t(textKey(wait), { system, place })}</span>
      </span>
      {words !== null && <span className={classes.foreign}>{words}</span>}
    </span>
  );
}

/** Steps of the system's judge, which says of how many tests they are as little as it likes. */
function Running({ progress: { state, testNumber }, words }: { progress: Progress; words: string | null }) {
  const { t } = useTranslation();
  const isTesting = state === 'testing' && testNumber > 0;
  const key = isTesting ? 'testing' : state === 'testing' ? 'outside.testing' : 'compiling';
  return (
    <span className={classes.progress} data-state="busy">
      <span className={classes.words}>
        <Loader size={16} aria-hidden className={classes.sign ?? ''} />
        <span>{t(`solutions.${key}`, { test: testNumber })}</span>
      </span>
      {words !== null && <span className={classes.foreign}>{words}</span>}
    </span>
  );
}

/** A pause of the problem reads as for our own judge. */
const textKey = (wait: Wait) => (wait === 'problemPaused' ? 'solutions.paused' : `solutions.outside.${wait}`);

function waitOf({ isPaused }: Progress, { state, server, place }: OutsideProgress): Wait {
  if (state === 'judging') return 'received';
  if (state !== 'queued') return state;
  if (isPaused) return 'problemPaused';
  if (server === 'unmanned') return 'stuck';
  if (server !== 'open') return server;
  return place === null ? 'inQueue' : 'queued';
}
