import { expect, test } from 'vitest';
import { blockOf, lineOf } from '#pages/plain-text.ts';
import { readHtml } from '#pages/read-page.ts';

test('capital tags and attributes without quotes are read', () => {
  const $ = readHtml('<TABLE CLASS=status><TR><TD class=id>1<TD class=date>2</TABLE>');
  expect($('table.status td').length).toBe(2);
  expect(lineOf($('td.date'))).toBe('2');
});

test('a line has single spaces, whatever the page has', () => {
  expect(lineOf(readHtml('<b> 1\u00a0234&nbsp;\n KB </b>')('b'))).toBe('1 234 KB');
});

test('lines of a sample end at breaks and at divs', () => {
  const sample = (html: string) => blockOf(readHtml(`<pre>${html}</pre>`)('pre'));
  expect(sample('1 2<br>3<br/>')).toBe('1 2\n3\n');
  expect(sample('<div>1 2</div><div>3</div>')).toBe('1 2\n3\n');
  expect(sample('a\r\nb')).toBe('a\nb');
});

test('HTML keeps its letters when it is written again', () => {
  const html = 'Дано <b>$n$</b> &lt; 5\u00a0— <img src="/a.png"><br>';
  const written = 'Дано <b>$n$</b> &lt; 5&nbsp;— <img src="/a.png"><br>';
  expect(readHtml(`<p>${html}</p>`)('p').html()).toBe(written);
});

test('pages beyond every bound are refused at once', () => {
  expect(() => readHtml('<b>'.repeat(1000))).toThrow('too deep');
  expect(() => readHtml('<br>'.repeat(200_000))).toThrow('too long');
});

test('a page of too many elements side by side is refused, since searches take the square of their number', () => {
  const rows = (count: number) => readHtml(`<table>${'<tr></tr>'.repeat(count)}</table>`);
  expect(rows(10_000)('tr').length).toBe(10_000);
  expect(() => rows(10_001)).toThrow('too long');
  expect(readHtml(`<ul>${'<li></li>'.repeat(6_000)}</ul>`.repeat(2))('li').length).toBe(12_000);
});

test('elements side by side are fewer the deeper they lie, since a search looks for all that they lie in, too', () => {
  const rows = (depth: number, count: number) => readHtml('<div>'.repeat(depth) + '<br>'.repeat(count));
  expect(rows(15, 10_000)('br').length).toBe(10_000);
  expect(rows(200, 2_000)('br').length).toBe(2_000);
  expect(() => rows(200, 9_000)).toThrow('too long');
});
