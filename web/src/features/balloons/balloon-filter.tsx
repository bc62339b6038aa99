import { Button, SegmentedControl, Switch } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BALLOON_VIEWS, type BalloonView } from '#features/balloons/balloon-list.ts';
import { type BalloonPlace, balloonSearch } from '#features/balloons/balloon-place.ts';
import classes from '#features/balloons/balloons.module.css';
import { useBalloonSound } from '#features/balloons/new-balloon-sound.ts';
import { SLIP_PAPERS } from '#features/balloons/slip-paper.ts';
import { LinkTabs } from '#shared/ui/list-head.tsx';
import { SearchField } from '#shared/ui/search-field.tsx';

const DEBOUNCE_MS = 200;

export interface BalloonFilterProps {
  place: BalloonPlace;
  counts: Record<BalloonView, number>;
  waitingEverywhere: number;
  /** Whether a seat is known of anybody. */
  hasSeats: boolean;
  onChange: (changed: Partial<BalloonPlace>) => void;
  /** Prints slips of what is shown; null when that is nothing. */
  onPrint: (() => void) | null;
}

/** Which balloons are shown, and what is done with all of them. */
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
      <div className={classes.choices}>
        {hasSeats && (
          <SearchField
            label={t('balloons.seats')}
            query={place.seat}
            debounceMs={DEBOUNCE_MS}
            onSearch={(seat) => onChange({ seat })}
          />
        )}
        <Switch
          label={t('balloons.sound')}
          checked={sound.isOn}
          onChange={(event) => sound.change(event.currentTarget.checked)}
        />
        <SegmentedControl
          aria-label={t('balloons.paper')}
          value={place.paper}
          onChange={(value) => onChange({ paper: value === 'receipt' ? 'receipt' : 'a6' })}
          data={SLIP_PAPERS.map((paper) => ({ value: paper, label: t(`balloons.paperOf.${paper}`) }))}
        />
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={onPrint === null}
          onClick={() => onPrint?.()}
        >
          {t('balloons.printSlips')}
        </Button>
      </div>
    </div>
  );
}
