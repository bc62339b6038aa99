import { expect, test } from 'vitest';
import { judgePicture } from '#pictures/judge-picture.ts';

const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');

/** Beginning of a PNG, as far as its size is written. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(25);
  head.writeUInt32BE(13, 0);
  head.write('IHDR', 4, 'latin1');
  head.writeUInt32BE(width, 8);
  head.writeUInt32BE(height, 12);
  return Buffer.concat([PNG_HEAD, head]);
}

/** Beginning of a JPEG, as far as its size is written. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const app = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  return Buffer.concat([Buffer.from('ffd8', 'hex'), app, frame, Buffer.from('ffd9', 'hex')]);
}

const svg = (inside: string, head = '') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`,
  );
const inside = (picture: Buffer) =>
  svg(`<image xlink:href="data:image/png;base64,${picture.toString('base64')}"/>`);

test.each([
  ['a PNG', pngOf(640, 480), 'image/png'],
  ['a JPEG', jpegOf(640, 480), 'image/jpeg'],
  ['a drawing', svg('<path d="M0 0h9"/>'), 'image/svg+xml'],
  [
    'a drawing with a document type, as plotters write it',
    svg(
      '<g id="a"><path/></g><use xlink:href="#a"/>',
      '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "y">',
    ),
    'image/svg+xml',
  ],
  [
    'a drawing under a prefix',
    Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>'),
    'image/svg+xml',
  ],
  ['a drawing with a picture inside', inside(pngOf(100, 100)), 'image/svg+xml'],
])('%s is shown, by its content', (_what, content, type) => {
  expect(judgePicture(content)).toEqual({ type });
});

/** Ten copies of ten copies, and so on: little to read and for ever to draw. */
const copies = (levels: number) =>
  svg(
    Array.from({ length: levels }, (_, level) => {
      const shown = level === 0 ? '<path/>' : `<use href="#g${level - 1}"/>`.repeat(10);
      return `<g id="g${level}">${shown}</g>`;
    }).join(''),
  );
const masks = (levels: number) =>
  svg(
    Array.from({ length: levels }, (_, level) => {
      const shown = level === 0 ? '<path/>' : `<path fill="url('#m${level - 1}')"/>`.repeat(10);
      return `<pattern id="m${level}">${shown}</pattern>`;
    }).join(''),
  );

test.each([
  ['nothing', Buffer.alloc(0), /neither PNG nor JPEG nor well-formed SVG|empty/],
  ['a page', Buffer.from('<html><body/></html>'), /no <svg>/],
  ['an SVG of no namespace', Buffer.from('<svg/>'), /no <svg>/],
  ['bytes', Buffer.from([0, 1, 2, 3]), /neither PNG nor JPEG/],
  ['half a PNG', PNG_HEAD, /broken/],
  ['a PNG of many pixels', pngOf(60_000, 60_000), /60000×60000 pixels/],
  ['a PNG without pixels', pngOf(0, 9), /0×9 pixels/],
  ['a JPEG of many pixels', jpegOf(65_000, 65_000), /pixels/],
  [
    'entities of its own',
    svg('&b;', '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
    /entities of its own/,
  ],
  ['copies of copies', copies(9), /draws more than/],
  ['patterns in patterns', masks(9), /draws more than/],
  ['a circle of copies', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), /circle/],
  ['a copy of what it lies in', svg('<g id="a"><use href="#a"/></g>'), /circle/],
  ['deep elements', svg('<g>'.repeat(5_000) + '</g>'.repeat(5_000)), /deeper/],
  ['many elements', svg('<g/>'.repeat(100_001)), /more than 100000/],
  ['a huge picture inside', inside(pngOf(60_000, 60_000)), /picture inside: it has 60000×60000 pixels/],
  ['a drawing inside a drawing', inside(svg('<g/>')), /picture inside: it is neither PNG nor JPEG/],
  ['an attribute named like a property', svg('<g __proto__="x" constructor="y">'), /SVG|no picture/],
])('%s is not shown, and the reason is told', (_what, content, reason) => {
  expect(judgePicture(content)).toEqual({ complaint: expect.stringMatching(reason) });
});
