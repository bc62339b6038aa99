import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/send/send.module.css';
import type { EditorPreferences } from '#shared/code/editor-preferences.ts';
import { later, onPress, useAfterScreen } from '#shared/ui/behaviour/after-screen.ts';

export interface EditorMenuProps {
  preferences: EditorPreferences;
  onChange: (changed: Partial<EditorPreferences>) => void;
}

const popover = later(() => import('#features/send/editor-popover.tsx'));

/** Menu of the editor's appearance and indentation, which comes after the screen. */
export function EditorMenu(props: EditorMenuProps) {
  const { t } = useTranslation();
  const [isWanted, setIsWanted] = useState(false);
  const { module, element } = useAfterScreen(popover, isWanted);
  const button = (
    <ActionIcon
      ref={element as RefObject<HTMLButtonElement | null>}
      variant="default"
      className={classes.preferences ?? ''}
      aria-label={t('codeEditor.title')}
      {...(module === null ? { ...onPress(() => setIsWanted(true)), 'aria-haspopup': 'dialog' } : {})}
    >
      <IconAdjustmentsHorizontal size={20} aria-hidden />
    </ActionIcon>
  );
  return module === null ? button : <module.EditorPopover {...props} button={button} isOpen={isWanted} />;
}
