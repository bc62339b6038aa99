export { Menu, Select } from '@mantine/core';
export { keepFocus } from '#shared/ui/behaviour/keep-focus.ts';
export { TipOver } from '#shared/ui/floating/tip-over.tsx';
