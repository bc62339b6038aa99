import { useState } from 'react';
import { readStored, writeStored } from '#shared/api/browser/storage.ts';

/** A person's preferences for the editor, stored in the browser for all contests. */
export interface EditorPreferences {
  fontPx: number;
  tabSize: (typeof TAB_SIZES)[number];
  wrapsLines: boolean;
}

export const TAB_SIZES = [2, 4, 8] as const;
export const FONT_PX = { min: 11, max: 24 } as const;
export const DEFAULT_PREFERENCES: EditorPreferences = { fontPx: 15, tabSize: 4, wrapsLines: false };

const KEY = 'editor_preferences';

/** Reads stored preferences; invalid ones become the default. */
export function readEditorPreferences(stored: unknown): EditorPreferences {
  const { fontPx, tabSize, wrapsLines } = (stored ?? {}) as Record<keyof EditorPreferences, unknown>;
  return {
    fontPx: clampedFont(Number(fontPx ?? DEFAULT_PREFERENCES.fontPx)),
    tabSize: TAB_SIZES.find((known) => known === tabSize) ?? DEFAULT_PREFERENCES.tabSize,
    wrapsLines: wrapsLines === true,
  };
}

function clampedFont(px: number): number {
  if (!Number.isFinite(px)) return DEFAULT_PREFERENCES.fontPx;
  return Math.min(FONT_PX.max, Math.max(FONT_PX.min, Math.round(px)));
}

export function useEditorPreferences() {
  const [preferences, setPreferences] = useState(() => readEditorPreferences(readStored<unknown>(KEY, null)));
  return {
    preferences,
    change(changed: Partial<EditorPreferences>) {
      const next = readEditorPreferences({ ...preferences, ...changed });
      writeStored(KEY, next);
      setPreferences(next);
    },
  };
}
