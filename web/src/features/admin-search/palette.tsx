import { MAX_FOUND_QUERY } from '@balloon/contracts/site/admin-search-rules.ts';
import { Button, CloseButton, Loader, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PaletteItem } from '#features/admin-search/found-items.ts';
import classes from '#features/admin-search/palette.module.css';
import { PaletteList } from '#features/admin-search/palette-list.tsx';
import { rememberFind } from '#features/admin-search/recent-finds.ts';
import { isPaletteKey } from '#features/admin-search/use-palette-key.ts';
import { usePaletteSections } from '#features/admin-search/use-palette-sections.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { failureText } from '#shared/ui/toasts/toasts.ts';

/**
 * Search over everything that a supervisor may open: a field that keeps the focus, and lines of which one is active,
 * as the combobox pattern of WAI-ARIA has it. (`@mantine/spotlight` gives screen readers no such names and roles.)
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const { sections, isSearching, error, retry } = usePaletteSections(text);
  const items = sections.flatMap((section) => (section.isStale ? [] : section.items));
  const { active, setActiveKey, move } = useActiveItem(items);

  function leaveTo(item: PaletteItem) {
    if (item.kind !== 'actions' && !item.isList) rememberFind(me.id, item);
    onClose();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) move(step);
    else if (event.key === 'Enter' && active) {
      leaveTo(active);
      void navigate(active.to);
    } else if (isPaletteKey(event.nativeEvent)) onClose();
    else return;
    event.preventDefault();
  }
  const optionId = (key: string) => `${listId}-${key.replace(/[^\w-]/g, '-')}`;
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.field ?? ''}
          variant="unstyled"
          size="lg"
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active.key)}
          placeholder={t('palette.placeholder')}
          maxLength={MAX_FOUND_QUERY}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          leftSection={isSearching ? <Loader size={18} /> : <IconSearch size={20} stroke={1.8} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActiveKey(null);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton size={44} aria-label={t('common.close')} onClick={onClose} />
      </div>
      {error !== null && (
        <div className={classes.failure} role="alert">
          {failureText(error)}
          <Button size="sm" variant="default" onClick={retry}>
            {t('state.retry')}
          </Button>
        </div>
      )}
      <PaletteList
        listId={listId}
        sections={sections}
        active={active}
        optionId={optionId}
        onHover={setActiveKey}
        onChoose={leaveTo}
      />
      <Outcome text={text} found={items.length} isSearching={isSearching || error !== null} />
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

/** The first line is active until another one is chosen. */
function useActiveItem(items: readonly PaletteItem[]) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const index = Math.max(
    0,
    items.findIndex(({ key }) => key === activeKey),
  );
  function move(step: number) {
    const isSingle = Math.abs(step) === 1;
    const last = items.length - 1;
    const next = isSingle ? (index + step + items.length) % items.length : index + step;
    setActiveKey(items[Math.min(Math.max(next, 0), last)]?.key ?? null);
  }
  return { active: items[index], setActiveKey, move };
}

/** Says how much was found, which screen readers announce; shown when there is nothing. */
function Outcome({ text, found, isSearching }: { text: string; found: number; isSearching: boolean }) {
  const { t } = useTranslation();
  const query = text.trim();
  const isNothing = found === 0 && query !== '' && !isSearching;
  return (
    <div role="status" className={isNothing ? classes.nothing : 'visually-hidden'}>
      {isNothing ? (
        <>
          <strong>{t('palette.nothing', { query })}</strong>
          <span>{t('palette.nothingText')}</span>
        </>
      ) : (
        query !== '' && !isSearching && t('palette.found', { count: found })
      )}
    </div>
  );
}
