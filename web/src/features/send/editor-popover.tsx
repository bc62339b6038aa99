import { Button, Popover, SegmentedControl, Switch, Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorMenuProps } from '#features/send/editor-menu.tsx';
import classes from '#features/send/send.module.css';
import {
  DEFAULT_PREFERENCES,
  type EditorPreferences,
  FONT_PX,
  TAB_SIZES,
} from '#shared/code/editor-preferences.ts';

interface EditorPopoverProps extends EditorMenuProps {
  /** Button that opens it. */
  button: ReactElement;
  /** Whether it is open from the start. */
  isOpen: boolean;
}

/** List of what can be chosen of the editor's appearance and indentation. */
export function EditorPopover({ preferences, onChange, button, isOpen }: EditorPopoverProps) {
  const { t } = useTranslation();
  const { fontPx, tabSize, wrapsLines } = preferences;
  return (
    <Popover
      defaultOpened={isOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="none"
      radius="md"
      offset={6}
    >
      <Popover.Target>
        <Tooltip label={t('codeEditor.title')}>{button}</Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.preferenceList ?? ''} aria-label={t('codeEditor.title')}>
        <fieldset className={classes.preference}>
          <legend>{t('codeEditor.fontSize')}</legend>
          <Button
            variant="default"
            aria-label={t('codeEditor.smaller')}
            disabled={fontPx <= FONT_PX.min}
            onClick={() => onChange({ fontPx: fontPx - 1 })}
          >
            −
          </Button>
          <output className={classes.fontPx} aria-live="polite">
            {fontPx}
          </output>
          <Button
            variant="default"
            aria-label={t('codeEditor.larger')}
            disabled={fontPx >= FONT_PX.max}
            onClick={() => onChange({ fontPx: fontPx + 1 })}
          >
            +
          </Button>
        </fieldset>
        <div className={classes.preference}>
          <span id="editor-tab-size">{t('codeEditor.tabSize')}</span>
          <SegmentedControl
            aria-labelledby="editor-tab-size"
            data={TAB_SIZES.map(String)}
            value={String(tabSize)}
            onChange={(size) => onChange({ tabSize: Number(size) as EditorPreferences['tabSize'] })}
          />
        </div>
        <Switch
          label={t('codeEditor.wrapsLines')}
          checked={wrapsLines}
          onChange={(event) => onChange({ wrapsLines: event.currentTarget.checked })}
        />
        <Button variant="subtle" size="sm" onClick={() => onChange(DEFAULT_PREFERENCES)}>
          {t('codeEditor.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
