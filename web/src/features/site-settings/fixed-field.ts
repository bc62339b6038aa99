import type { FixedBy } from '@balloon/contracts/site/site-settings.ts';
import { useTranslation } from 'react-i18next';

/** Properties of a field that the operator decides about: it is locked, and says where to change it. */
export interface FixedProps {
  disabled?: true;
  description?: string;
}

/**
 * Returns the function that gives a field its properties.
 *
 * @param fixed fields of the section → what decides about them
 */
export function useFixed(fixed: Readonly<Record<string, FixedBy>>) {
  const { t } = useTranslation();
  return (field: string, description?: string): FixedProps => {
    const by = fixed[field];
    if (by) return { disabled: true, description: t(`settings.fixed.${by.source}`, { name: by.name }) };
    return description === undefined ? {} : { description };
  };
}
