import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#files/front-end.ts';

const styleAt = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

test('the page of a mirror has the colours of the product', () => {
  const tokens = styleAt('web/src/shared/look/tokens.css');
  const [light = '', dark = ''] =
    tokens.split('[data-mantine-color-scheme="light"]')[1]?.split('"dark"') ?? [];
  const pairs = styleAt('launch/src/mirror/page/mirror.css').matchAll(
    /(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g,
  );
  const own = [...pairs];
  expect(own.length).toBeGreaterThan(10);
  for (const [, name, inLight, inDark] of own) {
    expect(light).toContain(`${name}: ${inLight};`);
    expect(dark).toContain(`${name}: ${inDark};`);
  }
});
