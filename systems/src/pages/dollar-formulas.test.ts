import { expect, test, vi } from 'vitest';
import { normalizeFormulas, setDollarsApart, splitFormulas } from '#pages/dollar-formulas.ts';
import { readHtml } from '#pages/read-page.ts';

const normalized = (html: string) => {
  const $ = readHtml(`<div>${html}</div>`);
  normalizeFormulas($, $('div'));
  return $('div').html();
};

test.each([
  ['$$$n$$$ hats', '$n$ hats'],
  ['$$$$$$\\sum x$$$$$$', '$$\\sum x$$'],
  ['$$$a$$$$$$b$$$', '$a$$b$'],
  ['$$$a$$$ and $$$$$$b$$$$$$', '$a$ and $$b$$'],
  ['$$$a &lt; b$$$ &amp; c', '$a &lt; b$ &amp; c'],
  ['<pre>$$$n$$$</pre>', '<pre>$$$n$$$</pre>'],
])('formulas of %s get our signs', (theirs, ours) => {
  expect(normalized(theirs)).toBe(ours);
});

test('money makes no formula', () => {
  expect(normalized('$5 or $6')).toBe('<span>$</span>5 or <span>$</span>6');
});

test('where dollars are no signs, each of them is money', () => {
  const $ = readHtml('<div>$5 or <b>$$$6</b><pre>$7</pre></div>');
  setDollarsApart($, $('div'));
  const money = '<span>$</span>';
  expect($('div').html()).toBe(`${money}5 or <b>${money.repeat(3)}6</b><pre>$7</pre>`);
});

test('a sign without its other half stays as it is', () => {
  expect(splitFormulas('$$$n and 1')).toEqual([{ text: '$$$n and 1', isFormula: false }]);
  expect(splitFormulas('$$$a$$$ $$$')).toHaveLength(2);
});

test('a text full of signs takes linear time', () => {
  expect(splitFormulas('$$$ '.repeat(100_001)).length).toBeGreaterThan(1000);
  expect(splitFormulas(`$$$$$$${'a $$$b'.repeat(100_000)}`).length).toBeGreaterThan(1000);
});

/** Nodes that are written for one text, or looked for among its siblings, would take the square of the time. */
test.each(['$ ', '$<b></b>', '$5 <i>$6</i>'])(
  'dollars of a long page are set apart in linear time: %s',
  (text) => {
    const $ = readHtml(`<div>${text.repeat(4_000)}</div>`);
    const spliced = vi.spyOn(Array.prototype, 'splice');
    setDollarsApart($, $('div'));
    const times = spliced.mock.calls.length;
    spliced.mockRestore();
    expect(times).toBe(0);
    expect($('span').length).toBe(4_000 * text.split('$').length - 4_000);
  },
);

test('a page of more dollars than the site shows elements is another page', () => {
  const $ = readHtml(`<div>${'$'.repeat(20_001)}</div>`);
  expect(() => setDollarsApart($, $('div'))).toThrow('too many dollars');
});
