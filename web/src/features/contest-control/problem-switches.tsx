import type { ContestControl, ControlledProblem } from '@balloon/contracts/contests/contest-control.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBallpen,
  IconBan,
  IconCheck,
  IconDotsVertical,
  IconHandStop,
  IconPlayerPause,
  IconPlayerPlay,
  IconStack2,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  type SwitchName,
  switchProblem,
  useControlAction,
} from '#features/contest-control/contest-control.data.ts';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

export interface ProblemSwitchesProps {
  contest: ContestControl['contest'];
  problem: ControlledProblem;
  onChanged: (change: LastChange) => void;
}

/** Menu of a problem: pause its judging, close it for sending, take it out of the score, and the ways back. */
export function ProblemSwitches({ contest, problem, onChanged }: ProblemSwitchesProps) {
  const { t } = useTranslation();
  const { symbolIndex: index, isJudgingPaused, isClosed, isDisabled } = problem;
  const { pause, close, disable, isPending } = useSwitches({ contest, problem, onChanged });
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('control.actionsOf', { index })} loading={isPending}>
          <IconDotsVertical size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={
            isJudgingPaused ? (
              <IconPlayerPlay size={18} aria-hidden />
            ) : (
              <IconPlayerPause size={18} aria-hidden />
            )
          }
          onClick={() => void pause(!isJudgingPaused)}
        >
          {t(isJudgingPaused ? 'control.resumeJudging' : 'control.pauseJudging')}
        </Menu.Item>
        <Menu.Item
          leftSection={
            isClosed ? <IconBallpen size={18} aria-hidden /> : <IconHandStop size={18} aria-hidden />
          }
          onClick={() => void close(!isClosed)}
        >
          {t(isClosed ? 'control.openProblem' : 'control.closeProblem')}
        </Menu.Item>
        <Menu.Item
          leftSection={isDisabled ? <IconCheck size={18} aria-hidden /> : <IconBan size={18} aria-hidden />}
          onClick={() => void disable(!isDisabled)}
        >
          {t(isDisabled ? 'control.enableProblem' : 'control.disableProblem')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={`/contest/${contest.id}/solutions/all?problems=${problem.problemId}`}
          leftSection={<IconStack2 size={18} aria-hidden />}
        >
          {t('control.toSolutions')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useSwitches({ contest, problem, onChanged }: ProblemSwitchesProps) {
  const { t } = useTranslation();
  const { symbolIndex, waiting, sent } = problem;
  const switching = useControlAction(contest.id, (wanted: { what: SwitchName; isOff: boolean }) =>
    switchProblem(contest.id, { symbolIndex, ...wanted }),
  );
  async function change(what: SwitchName, isOff: boolean, text: string) {
    try {
      await switching.mutateAsync({ what, isOff });
      const undo = () => switchProblem(contest.id, { symbolIndex, what, isOff: !isOff });
      onChanged({ text, revision: null, undo });
    } catch {
      // The mutation has reported it.
    }
  }
  async function pause(isOff: boolean) {
    const words = { index: symbolIndex, count: waiting };
    const question = isOff
      ? {
          title: t('control.pauseTitle', words),
          text: t(waiting === 0 ? 'control.pauseTextNone' : 'control.pauseText', words),
          yes: t('control.pauseJudging'),
        }
      : {
          title: t('control.resumeTitle', words),
          text: t('control.resumeText', words),
          yes: t('control.resumeJudging'),
        };
    if (!(await confirm(question))) return;
    await change('judging', isOff, t(isOff ? 'control.done.paused' : 'control.done.resumed', words));
  }
  async function close(isOff: boolean) {
    const words = { index: symbolIndex, count: sent };
    const question = isOff
      ? {
          title: t('control.closeTitle', words),
          text: t('control.closeText', words),
          yes: t('control.closeProblem'),
        }
      : {
          title: t('control.openTitle', words),
          text: t('control.openText', words),
          yes: t('control.openProblem'),
        };
    if (!(await confirm(question))) return;
    await change('submissions', isOff, t(isOff ? 'control.done.closed' : 'control.done.opened', words));
  }
  async function disable(isOff: boolean) {
    const words = { index: symbolIndex, count: sent };
    const question = isOff
      ? {
          title: t('control.disableTitle', words),
          text: t('control.disableText', words),
          yes: t('control.disableProblem'),
        }
      : {
          title: t('control.enableTitle', words),
          text: t('control.enableText', words),
          yes: t('control.enableProblem'),
        };
    if (!(await confirm(question))) return;
    await change('scoring', isOff, t(isOff ? 'control.done.disabled' : 'control.done.enabled', words));
  }
  return { pause, close, disable, isPending: switching.isPending };
}
