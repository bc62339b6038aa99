import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { ActionIcon, Button, Modal, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconSend2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/contest-problems/quick-view.module.css';
import { Standing } from '#features/contest-problems/standing.tsx';
import { useLimitsText } from '#features/problems/limits.tsx';
import { Statement } from '#features/problems/statement/statement.tsx';
import { useIsPhone } from '#shared/look/use-is-phone.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface QuickViewProps {
  contestId: number;
  problems: readonly ListedContestProblem[];
  /** Letters of the problem to show; null or unknown letters close the dialog. */
  current: string | null;
  canSend: boolean;
  onChange: (index: string | null) => void;
}

/** A statement over the list; the arrow keys lead to its neighbours. */
export function QuickView({ contestId, problems, current, canSend, onChange }: QuickViewProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  useFocusBack();
  const place = problems.findIndex(({ internalSymbolIndex }) => internalSymbolIndex === current);
  const problem = problems[place];
  // The address follows a moment later; a second key press before that must go another step.
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  }, [current]);
  const step = (by: number) => {
    const from = problems.findIndex(({ internalSymbolIndex }) => internalSymbolIndex === latest.current);
    const neighbour = from < 0 ? undefined : problems[from + by];
    if (neighbour === undefined) return;
    latest.current = neighbour.internalSymbolIndex;
    onChange(neighbour.internalSymbolIndex);
  };
  useHotkeys([
    ['ArrowLeft', () => step(-1)],
    ['ArrowRight', () => step(1)],
  ]);
  return (
    <Modal.Root
      opened={problem !== undefined}
      onClose={() => onChange(null)}
      size={820}
      fullScreen={isPhone}
      centered
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      {problem && (
        <Modal.Content>
          <Modal.Header className={classes.header}>
            <Title problem={problem} />
            <Step label={t('quickView.previous')} isPossible={place > 0} onClick={() => step(-1)}>
              <IconArrowLeft size={20} aria-hidden />
            </Step>
            <Step
              label={t('quickView.next')}
              isPossible={place < problems.length - 1}
              onClick={() => step(1)}
            >
              <IconArrowRight size={20} aria-hidden />
            </Step>
            <Modal.CloseButton size={44} aria-label={t('common.close')} />
          </Modal.Header>
          <Modal.Body className={classes.body}>
            <StatementStart key={problem.internalSymbolIndex} />
            <Standing standing={problem.verdictStatus} />
            <Statement problem={problem} />
            <Actions contestId={contestId} index={problem.internalSymbolIndex} canSend={canSend} />
          </Modal.Body>
        </Modal.Content>
      )}
    </Modal.Root>
  );
}

/** Scrolls each statement to its top; takes the focus of the opened dialog, so that keys scroll. */
function StatementStart() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.scrollIntoView({ block: 'start' });
  }, []);
  return <div ref={place} className={classes.start} tabIndex={-1} data-autofocus />;
}

function Title({ problem }: { problem: ListedContestProblem }) {
  const limitsText = useLimitsText();
  return (
    <div className={classes.title}>
      <ProblemBalloon
        index={problem.internalSymbolIndex}
        color={problem.color}
        size={48}
        hollow={!problem.verdictStatus.accepted}
      />
      <div className={classes.words}>
        <Modal.Title className={classes.name}>
          <VisuallyHidden>{problem.internalSymbolIndex}. </VisuallyHidden>
          {problem.title}
        </Modal.Title>
        <p className={classes.limits}>{limitsText(problem)}</p>
      </div>
    </div>
  );
}

function Step({
  label,
  isPossible,
  onClick,
  children,
}: {
  label: string;
  isPossible: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  // Stays focusable at the end of the list, where a disabled button would lose the focus.
  return (
    <ActionIcon
      aria-label={label}
      aria-disabled={!isPossible}
      title={label}
      onClick={onClick}
      className={classes.step}
    >
      {children}
    </ActionIcon>
  );
}

function Actions({ contestId, index, canSend }: { contestId: number; index: string; canSend: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.actions}>
      <Button component={Link} to={`/contest/${contestId}/problems/${index}`} variant="default">
        {t('quickView.open')}
      </Button>
      {canSend && (
        <Button
          component={Link}
          to={`/contest/${contestId}/send/${index}`}
          leftSection={<IconSend2 size={18} aria-hidden />}
        >
          {t('problems.sendShort', { index })}
        </Button>
      )}
    </div>
  );
}
