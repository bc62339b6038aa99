import { describe, expect, test } from 'vitest';
import { embedAddress, inOrder, isWebAddress } from '#features/problems/files/attached-file.ts';

test.each(['https://example.org/a.pdf', 'http://example.org', '/files/a.pdf'])('%s may be a link', (url) => {
  expect(isWebAddress(url)).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'JaVaScript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  ' javascript:x',
  '',
])('%s is never made a link', (url) => {
  expect(isWebAddress(url)).toBe(false);
});

describe('a file is shown in its statement', () => {
  test.each([
    ['a PDF of ours', { type: 'pdf', url: '/a.pdf' }, '/a.pdf'],
    ['a PDF of ours behind a foreign page', { type: 'pdf', url: 'https://x.y/a', downloadUrl: '/a' }, '/a'],
    ['a text of ours', { type: 'txt', url: '/a.txt' }, '/a.txt'],
    ['a picture from anywhere', { type: 'image', url: 'https://x.y/a', embedUrl: '/a.png' }, '/a.png'],
  ])('when it is %s', (_what, file, address) => {
    expect(embedAddress(file)).toBe(address);
  });

  test.each([
    ['a foreign viewer', { type: 'pdf', url: 'https://x.y/a', embedUrl: 'https://x.y/view' }],
    ['a document', { type: 'doc', url: '/a.docx' }],
    ['a spreadsheet', { type: 'spreadsheet', url: '/a.xlsx' }],
    ['a page that only looks like ours', { type: 'pdf', url: '/\\evil.example' }],
  ])('but not when it is %s', (_what, file) => {
    expect(embedAddress(file)).toBeUndefined();
  });
});

test('what is shown comes first, then files by type; what is no link is left out', () => {
  const files = [
    { type: 'txt', url: 'https://x.y/1' },
    { type: 'doc', url: '/2' },
    { type: 'image', url: '/3' },
    { type: 'doc', url: 'javascript:4' },
  ];
  expect(inOrder(files, true).map(({ url }) => url)).toEqual(['/3', '/2', 'https://x.y/1']);
  expect(inOrder(files, false).map(({ url }) => url)).toEqual(['/2', '/3', 'https://x.y/1']);
});
