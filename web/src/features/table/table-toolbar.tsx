import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconDeviceTv,
  IconDotsVertical,
  IconDownload,
  IconEye,
  IconHistory,
  IconListCheck,
  IconListNumbers,
  IconPrinter,
  IconSnowflake,
  IconUserPin,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TableFilters } from '#features/table/table-filters.tsx';
import type { TablePlace } from '#features/table/table-place.ts';
import classes from '#features/table/table-toolbar.module.css';

export interface TableToolbarProps {
  contestId: number;
  title: string;
  place: TablePlace;
  onPlace: (change: Partial<TablePlace>) => void;
  isFrozen: boolean;
  isSupervisor: boolean;
  /** The other screen of the same table. */
  other: { to: string; label: string };
  /** Absent for those without a row. */
  onGoToMe?: (() => void) | undefined;
  /** Absent where there is no past. */
  onRewind?: (() => void) | undefined;
  onSelect?: (() => void) | undefined;
  onPrint: () => void;
  onCsv: () => void;
}

/** Title line: what the table is, whether it stands still, whose rows it shows, and what can be done with it. */
export function TableToolbar(props: TableToolbarProps) {
  const { contestId, title, place, onPlace, isFrozen } = props;
  const { t } = useTranslation();
  return (
    <header className={classes.toolbar}>
      <h1 className={classes.title}>{title}</h1>
      {isFrozen && (
        <span className={classes.frozen}>
          <IconSnowflake size={16} aria-hidden />
          {t('table.frozen')}
        </span>
      )}
      {place.isPublic && (
        <span className={classes.frozen}>
          <IconEye size={16} aria-hidden />
          {t('table.publicShown')}
        </span>
      )}
      <div className={classes.tools}>
        <TableFilters contestId={contestId} place={place} onPlace={onPlace} />
        <div className={classes.actions}>
          {props.onGoToMe && <Action Icon={IconUserPin} label={t('table.goToMe')} onClick={props.onGoToMe} />}
          {props.onRewind && <Action Icon={IconHistory} label={t('table.rewind')} onClick={props.onRewind} />}
          <Action
            className={classes.projector}
            Icon={IconDeviceTv}
            label={t('table.projector')}
            onClick={() => {
              // Without the right to the whole screen it fills the window.
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
}

function Action({ Icon, label, onClick, className }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon className={className ?? ''} onClick={onClick} aria-label={label}>
        <Icon size={22} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function MoreMenu(props: TableToolbarProps) {
  const { place, onPlace, other, isSupervisor, onSelect, onPrint, onCsv } = props;
  const { t } = useTranslation();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('table.more')}>
          <IconDotsVertical size={22} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={other.to} leftSection={<IconListNumbers size={18} aria-hidden />}>
          {other.label}
        </Menu.Item>
        {isSupervisor && (
          <Menu.Item
            leftSection={<IconEye size={18} aria-hidden />}
            onClick={() => onPlace({ isPublic: !place.isPublic })}
          >
            {place.isPublic ? t('table.showAll') : t('table.showPublic')}
          </Menu.Item>
        )}
        {onSelect && (
          <Menu.Item leftSection={<IconListCheck size={18} aria-hidden />} onClick={onSelect}>
            {t('selection.start')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
          {t('table.print')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={onCsv}>
          {t('table.csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
