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

test('signs of a sentence and of emphasis are no part of an address, letters of any language are', () => {
  expect(addresses('**https://a.example/y**, http://localhost:3000/x… http://a.example/путь')).toEqual([
    'https://a.example/y',
    'http://localhost:3000/x',
    'http://a.example/%D0%BF%D1%83%D1%82%D1%8C',
  ]);
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
