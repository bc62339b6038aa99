export { Menu, Select } from '@mantine/core';
export { TipOver } from '#shared/ui/floating/tip-over.tsx';
