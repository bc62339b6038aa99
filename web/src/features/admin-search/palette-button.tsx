import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/admin-search/palette-button.module.css';
import { open, PALETTE_KEYS } from '#features/admin-search/use-palette-key.ts';

/** Opens the search over everything; looks like the field that it opens. */
export function PaletteButton() {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className={classes.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={open}
    >
      <IconSearch size={18} stroke={1.8} aria-hidden />
      <span className={classes.text}>{t('palette.title')}</span>
      <kbd className={classes.key} aria-hidden>
        {PALETTE_KEYS.join(' ')}
      </kbd>
    </UnstyledButton>
  );
}
