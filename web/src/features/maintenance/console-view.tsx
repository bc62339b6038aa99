import type { ConsoleLine } from '@balloon/contracts/site/console.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ConsoleFilter,
  isShown,
  LEVELS,
  mergeLines,
  PARTS,
} from '#features/maintenance/console-lines.ts';
import classes from '#features/maintenance/server.module.css';
import { useConsoleRoom, useSocketEvent, useSocketState } from '#shared/api/live/socket.ts';
import { useFormats } from '#shared/text/format.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** Log of all processes, live: filtered by level, part and text, and held while paused. */
export function ConsoleView() {
  const { t } = useTranslation();
  const [lines, setLines] = useState<readonly ConsoleLine[]>([]);
  const [held, setHeld] = useState<readonly ConsoleLine[] | null>(null);
  const [filter, setFilter] = useState<ConsoleFilter>({ level: 'info', part: null, text: '' });
  const isOn = useSocketState() === 'on';
  useConsoleRoom();
  useSocketEvent('console lines', ({ lines: more }) => setLines((known) => mergeLines(known, more)));
  const shown = (held ?? lines).filter((line) => isShown(line, filter)).toReversed();
  const missed = held === null ? 0 : lines.length - held.length;
  return (
    <>
      <div className={classes.consoleTools}>
        <Select
          aria-label={t('console.level')}
          data={LEVELS.map((value) => ({ value, label: t(`console.levelFrom.${value}`) }))}
          value={filter.level}
          allowDeselect={false}
          onChange={(level) => setFilter({ ...filter, level: LEVELS.find((one) => one === level) ?? 'info' })}
        />
        <Select
          aria-label={t('console.part')}
          placeholder={t('console.allParts')}
          clearable
          data={PARTS.map((value) => ({ value, label: t(`console.part.${value}`) }))}
          value={filter.part}
          onChange={(part) => setFilter({ ...filter, part: PARTS.find((one) => one === part) ?? null })}
        />
        <TextInput
          type="search"
          aria-label={t('console.search')}
          placeholder={t('console.search')}
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
        />
        <Button
          variant="default"
          aria-pressed={held !== null}
          leftSection={
            held === null ? (
              <IconPlayerPause size={18} aria-hidden />
            ) : (
              <IconPlayerPlay size={18} aria-hidden />
            )
          }
          onClick={() => setHeld(held === null ? lines : null)}
        >
          {held === null ? t('console.pause') : t('console.resume', { count: missed })}
        </Button>
      </div>
      {!isOn && <p className={classes.away}>{t('console.offline')}</p>}
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconTerminal2 size={44} stroke={1.5} aria-hidden />}
          title={t('console.empty')}
          text={t('console.emptyText')}
        />
      ) : (
        <LineList lines={shown} />
      )}
    </>
  );
}

/** Lines, the newest on top. */
function LineList({ lines }: { lines: readonly ConsoleLine[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ScrollRegion as="ol" className={classes.console} label={t('console.lines')}>
      {lines.map(({ id, atMs, level, part, origin, text }) => (
        <li key={id} data-level={level}>
          <time dateTime={new Date(atMs).toISOString()} title={formats.exact(atMs)}>
            {formats.exactTime(atMs)}
          </time>
          <b>{t(`console.level.${level}`)}</b>
          <span title={origin}>{t(`console.part.${part}`)}</span>
          <span className={classes.consoleText}>{text}</span>
        </li>
      ))}
    </ScrollRegion>
  );
}
