import { BALLOON_COLORS } from '@balloon/domain/contests/balloon-colors.ts';
import { expect, test } from 'vitest';
import { colorName } from '#features/balloons/color-name.ts';

test('colours are called as people call them', () => {
  const names = {
    '#ff0000': 'red',
    '#ffa500': 'orange',
    '#ffff00': 'yellow',
    '#00c000': 'green',
    '#00ffff': 'turquoise',
    '#0000ff': 'blue',
    '#800080': 'pink',
    '#6a0dad': 'purple',
    '#ff69b4': 'pink',
    '#8b4513': 'brown',
    '#ffffff': 'white',
    '#888888': 'grey',
    '#000000': 'black',
  };
  for (const [hex, name] of Object.entries(names)) expect([hex, colorName(hex)]).toEqual([hex, name]);
});

test('our own sequence has a name for each colour, and neighbours have different ones', () => {
  const names = BALLOON_COLORS.map(colorName);
  for (const [position, name] of names.entries()) expect(name).not.toBe(names[position + 1]);
});
