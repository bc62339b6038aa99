import { ActionIcon } from '@mantine/core';
import {
  IconDeviceTv,
  IconDotsVertical,
  IconEye,
  IconFlagFilled,
  IconHistory,
  IconHourglass,
  IconSnowflake,
  IconUserPin,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { ScopeSwitch } from '#features/scoreboard/scope-switch.tsx';
import { ScoreboardFilters } from '#features/scoreboard/scoreboard-filters.tsx';
import type { Scope, ScoreboardPlace } from '#features/scoreboard/scoreboard-place.ts';
import classes from '#features/scoreboard/scoreboard-toolbar.module.css';
import type { LeavingTool } from '#features/scoreboard/use-tool-focus.ts';
import { later } from '#shared/ui/behaviour/after-screen.ts';
import { MenuButton } from '#shared/ui/floating/menu-button.tsx';
import { Tip } from '#shared/ui/floating/tip.tsx';

export interface ScoreboardToolbarProps {
  contestId: number;
  title: string;
  place: ScoreboardPlace;
  onPlace: (change: Partial<ScoreboardPlace>) => void;
  /** Text about what the freeze hides in the shown table, if anything. */
  freezeText: string | null;
  isFinal: boolean;
  /** What is said of official results, if there are any. */
  results: { isFinal: boolean; text: string } | null;
  /** Absent while the practice has no results of its own. */
  onScope?: ((scope: Scope) => void) | undefined;
  isSupervisor: boolean;
  /** Link to the other screen of the same table. */
  other: { to: string; label: string };
  /** Absent for viewers without a row. */
  onGoToMe?: (() => void) | undefined;
  /** Absent when there is no past to show. */
  onRewind?: (() => void) | undefined;
  onSelect?: (() => void) | undefined;
  onPrint: () => void;
  onCsv: () => void;
}

/** Title line of the table: name, freeze, filters and actions. */
export function ScoreboardToolbar(props: ScoreboardToolbarProps) {
  const { contestId, title, place, onPlace, freezeText, results } = props;
  const { t } = useTranslation();
  return (
    <header className={classes.toolbar}>
      <h1 className={classes.title}>{title}</h1>
      {freezeText !== null && (
        <span className={classes.frozen}>
          <IconSnowflake size={16} aria-hidden />
          {freezeText}
        </span>
      )}
      {results && (
        <span className={results.isFinal ? classes.final : classes.provisional}>
          {results.isFinal ? (
            <IconFlagFilled size={16} aria-hidden />
          ) : (
            <IconHourglass size={16} aria-hidden />
          )}
          {results.text}
        </span>
      )}
      {props.isFinal && !results && (
        <span className={classes.final}>
          <IconFlagFilled size={16} aria-hidden />
          {t('scoreboard.final')}
        </span>
      )}
      {props.onScope && <ScopeSwitch scope={place.scope} onScope={props.onScope} />}
      {place.isPublic && (
        <span className={classes.frozen}>
          <IconEye size={16} aria-hidden />
          {t('scoreboard.publicShown')}
        </span>
      )}
      <div className={classes.tools}>
        <ScoreboardFilters contestId={contestId} place={place} onPlace={onPlace} />
        <div className={classes.actions}>
          {props.onGoToMe && (
            <Action Icon={IconUserPin} label={t('scoreboard.goToMe')} onClick={props.onGoToMe} />
          )}
          {props.onRewind && (
            <Action
              Icon={IconHistory}
              label={t('scoreboard.rewind')}
              onClick={props.onRewind}
              tool="rewind"
            />
          )}
          <Action
            className={classes.projector}
            Icon={IconDeviceTv}
            label={t('scoreboard.projector')}
            tool="projector"
            onClick={() => {
              // Without permission for full screen the table fills the window.
              document.documentElement.requestFullscreen?.().catch(() => undefined);
              onPlace({ isProjected: true });
            }}
          />
          <MoreMenu {...props} />
        </div>
      </div>
    </header>
  );
}

interface ActionProps {
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  label: string;
  onClick: () => void;
  className?: string | undefined;
  tool?: LeavingTool;
}

function Action({ Icon, label, onClick, className, tool }: ActionProps) {
  return (
    <Tip label={label}>
      <ActionIcon className={className ?? ''} onClick={onClick} aria-label={label} data-tool={tool}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}

const moreItems = later(() => import('#features/scoreboard/more-items.tsx'));

function MoreMenu(props: ScoreboardToolbarProps) {
  const { t } = useTranslation();
  const button = (
    <ActionIcon aria-label={t('scoreboard.more')}>
      <IconDotsVertical size={20} aria-hidden />
    </ActionIcon>
  );
  return (
    <MenuButton button={button} items={moreItems}>
      {({ MoreItems }) => <MoreItems {...props} />}
    </MenuButton>
  );
}
