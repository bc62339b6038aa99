import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconBell, IconBellOff, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BALLOON_VIEWS, type BalloonView } from '#features/balloons/balloon-list.ts';
import { type BalloonPlace, balloonSearch } from '#features/balloons/balloon-place.ts';
import classes from '#features/balloons/balloons.module.css';
import { useBalloonSound } from '#features/balloons/new-balloon-sound.ts';
import { SLIP_PAPERS, type SlipPaper } from '#features/balloons/slip-paper.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';

const DEBOUNCE_MS = 200;

export interface BalloonFilterProps {
  place: BalloonPlace;
  counts: Record<BalloonView, number>;
  waitingEverywhere: number;
  /** Whether a seat is known of anybody. */
  hasSeats: boolean;
  onChange: (changed: Partial<BalloonPlace>) => void;
  /** Prints slips of what is shown; null when that is nothing. */
  onPrint: ((paper: SlipPaper) => void) | null;
}

/** Balloons that are shown, and what is done with all of them. */
export function BalloonFilter(props: BalloonFilterProps) {
  const { place, counts, waitingEverywhere, hasSeats, onChange, onPrint } = props;
  const { t } = useTranslation();
  const sound = useBalloonSound(waitingEverywhere);
  return (
    <div className={classes.filter}>
      <LinkTabs
        label={t('balloons.views')}
        tabs={BALLOON_VIEWS.map((view) => ({
          name: t('balloons.counted', { view: t(`balloons.view.${view}`), count: counts[view] }),
          to: `?${balloonSearch({ ...place, view })}`,
          isCurrent: place.view === view,
        }))}
      />
      {hasSeats && (
        <div className={classes.seats}>
          <SearchField
            label={t('balloons.seats')}
            query={place.seat}
            debounceMs={DEBOUNCE_MS}
            onSearch={(seat) => onChange({ seat })}
          />
        </div>
      )}
      <div className={classes.tools}>
        <Tooltip label={t(sound.isOn ? 'balloons.soundOff' : 'balloons.soundOn')}>
          <ActionIcon
            aria-label={t('balloons.sound')}
            aria-pressed={sound.isOn}
            onClick={() => sound.change(!sound.isOn)}
          >
            {sound.isOn ? (
              <IconBell size={20} stroke={1.7} aria-hidden />
            ) : (
              <IconBellOff size={20} stroke={1.7} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
        <PrintMenu onPrint={onPrint} />
      </div>
    </div>
  );
}

/** Prints slips of all that is shown, on the paper of the printer at hand. */
function PrintMenu({ onPrint }: Pick<BalloonFilterProps, 'onPrint'>) {
  const { t } = useTranslation();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('balloons.printSlips')} disabled={onPrint === null}>
          <IconPrinter size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('balloons.printSlips')}</Menu.Label>
        {SLIP_PAPERS.map((paper) => (
          <Menu.Item key={paper} onClick={() => onPrint?.(paper)}>
            {t(`balloons.paperOf.${paper}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
