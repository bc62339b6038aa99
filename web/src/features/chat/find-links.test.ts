import { expect, test } from 'vitest';
import { findLinks } from '#features/chat/find-links.ts';

const addresses = (text: string) => findLinks(text).flatMap(({ href }) => href ?? []);

test('addresses of the web become links, without the signs around them', () => {
  expect(addresses('see https://a.example/x?y=1#z, and (http://b.example/c_(d)).')).toEqual([
    'https://a.example/x?y=1#z',
    'http://b.example/c_(d)',
  ]);
  expect(addresses('HTTPS://Example.org!')).toEqual(['https://example.org/']);
});

test('nothing else does', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
    'ftp://a.example',
    '<a href="x">',
    'a.b',
  ]) {
    expect(addresses(text)).toEqual([]);
  }
  expect(addresses('http://a.example"onclick="x')).toEqual(['http://a.example/']);
});

test('all pieces together are the text', () => {
  for (const text of ['', 'no links', 'http://a.example', ' x\nhttps://a.example.\n(http://b.example) y ']) {
    expect(
      findLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  }
});
