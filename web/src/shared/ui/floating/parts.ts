export { Menu, Select, Tooltip } from '@mantine/core';
