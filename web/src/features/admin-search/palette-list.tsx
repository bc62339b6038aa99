import {
  IconArrowRight,
  IconFileCode,
  IconPuzzle,
  IconTrophy,
  IconUser,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PaletteItem } from '#features/admin-search/found-items.ts';
import classes from '#features/admin-search/palette.module.css';
import type { PaletteSection } from '#features/admin-search/use-palette-sections.ts';

const ICONS: Record<PaletteItem['kind'], TablerIcon> = {
  actions: IconArrowRight,
  solutions: IconFileCode,
  contests: IconTrophy,
  people: IconUser,
  groups: IconUsersGroup,
  problems: IconPuzzle,
};

interface PaletteListProps {
  listId: string;
  sections: readonly PaletteSection[];
  active: PaletteItem | undefined;
  optionId: (key: string) => string;
  onHover: (key: string) => void;
  onChoose: (item: PaletteItem) => void;
}

/** Lines of the search under the names of their kinds. */
export function PaletteList({ listId, sections, active, optionId, ...on }: PaletteListProps) {
  const { t } = useTranslation();
  const activeId = active && optionId(active.key);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <>
      <div id={listId} className={classes.list} role="listbox" aria-label={t('palette.results')}>
        {sections.map(({ key, items, isStale }) => (
          <fieldset
            key={key}
            aria-labelledby={optionId(`name-${key}`)}
            aria-hidden={isStale || undefined}
            className={classes.section}
            data-stale={isStale || undefined}
          >
            <div id={optionId(`name-${key}`)} className={classes.kind} role="presentation">
              {t(`palette.kind.${key}`)}
            </div>
            {items.map((item) => (
              <Option
                key={item.key}
                id={optionId(item.key)}
                item={item}
                isActive={item.key === active?.key}
                onHover={() => !isStale && on.onHover(item.key)}
                onChoose={() => on.onChoose(item)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <div className={classes.keys} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.keys.choose')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('palette.keys.open')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('palette.keys.close')}
        </span>
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onHover: () => void;
  onChoose: () => void;
}

/** A link, so that it can also be opened in another tab; the keyboard stays in the field. */
function Option({ id, item, isActive, onHover, onChoose }: OptionProps) {
  const Icon = item.isList ? IconArrowRight : ICONS[item.kind];
  return (
    <Link
      id={id}
      to={item.to}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={onHover}
      onClick={onChoose}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={classes.name}>{item.title}</span>
      <span className={classes.note}>{item.note}</span>
    </Link>
  );
}
