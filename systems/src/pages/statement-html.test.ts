import { expect, test } from 'vitest';
import { pageOf } from '#pages/get-page.ts';
import { languageOf, statementHtml } from '#pages/statement-html.ts';

const html = (body: string) => {
  const url = 'https://judge.example/problem.aspx?num=1';
  const page = pageOf(`<div id="text">${body}</div>`, { url, status: 200, body });
  return statementHtml(page, page.$('#text').contents());
};

test('addresses become absolute, and only those of pages stay', () => {
  expect(html('<img src="image/1.gif"><p><a href="/x">y</a></p>')).toBe(
    '<img src="https://judge.example/image/1.gif"><p><a href="https://judge.example/x">y</a></p>',
  );
  expect(html('<a href="javascript:alert(1)">y</a>')).toBe('<a>y</a>');
});

test('programs, forms, advertisements and comments of the site are left out', () => {
  expect(html('<script>x</script>a<p><ins>ad</ins>b<!-- c --></p><form><input></form><!-- d -->')).toBe(
    'a<p>b</p>',
  );
});

test('letters and signs stay as they are', () => {
  expect(html('Привет: a &lt;= b<sup>2</sup>')).toBe('Привет: a &lt;= b<sup>2</sup>');
});

test('a language is told by its letters', () => {
  expect(languageOf('Дано число N из файла INPUT.TXT')).toBe('ru');
  expect(languageOf('The word “мир” is a palindrome')).toBe('en');
  expect(languageOf('1 2 3')).toBe('en');
});
