import { useMediaQuery } from '@mantine/hooks';
import { ON_PHONE } from '#shared/look/breakpoints.ts';

/** Whether the window is as narrow as a phone; false on the first draw. */
export const useIsPhone = (): boolean => useMediaQuery(ON_PHONE) ?? false;
