import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackageError } from '#package-error.ts';
import { parseXml } from '#polygon/parse-xml.ts';
import { manifest } from '#testing/polygon-package.ts';

const parse = (xml: string | Uint8Array) =>
  parseXml(typeof xml === 'string' ? Buffer.from(xml) : xml, 'problem.xml');

test('elements are found by path, texts and attributes are trimmed, and absent ones are null', () => {
  const root = parse(
    '<a>\r\n <b x=" 1&#46;&quot; " y=""/>\r\n <c><d> t&amp;<![CDATA[<u>]]> </d></c><b x="2"/></a>',
  );

  expect(root.all('b').map((each) => each.attribute('x'))).toEqual(['1."', '2']);
  expect([
    root.one('b')?.attribute('y'),
    root.one('b')?.attribute('constructor'),
    root.one('x', 'y'),
  ]).toEqual([null, null, null]);
  expect([root.textOf('c', 'd'), root.textOf('c', 'e'), root.all('x', 'y')]).toEqual(['t&<u>', null, []]);
});

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff<?xml version="1.0"?>\r\n<a x="да"/>')],
  [
    'windows-1251',
    Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a x="'),
      Buffer.from([0xe4, 0xe0]),
      Buffer.from('"/>'),
    ]),
  ],
  ['UTF-16', Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a x="да"/>', 'utf16le')],
])('%s is understood', (_encoding, bytes) => {
  expect(parse(bytes).attribute('x')).toBe('да');
});

test.each([
  ['cut', '<a>\n <b>', /no well-formed XML: Unclosed root tag \(line 2/],
  ['crossed', '<a><b></a></b>', /no well-formed XML: Unexpected close tag/],
  ['empty', '', /is empty/],
  [
    'with a document type',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    /has a document type/,
  ],
  ['with an unknown entity', '<a>&x;</a>', /no well-formed XML: Invalid character entity/],
  [
    'in an unknown encoding',
    '<?xml version="1.0" encoding="elvish"?><a/>',
    /encoding elvish, which is not known/,
  ],
  ['nested without end', '<a>'.repeat(1000), /nests elements deeper/],
  ['that trips the parser', '<a hasOwnProperty="x" b="y"/>', /cannot be parsed/],
])('a file %s is refused', (_what, xml, message) => {
  expect(() => parse(xml)).toThrow(PackageError);
  expect(() => parse(xml)).toThrow(message);
});

test('names that every object has mean nothing', () => {
  const root = parse('<a __proto__="x"><constructor toString="y"/></a>');

  expect(root.one('constructor')?.attribute('toString')).toBe('y');
  expect(root.one('__proto__')).toBeNull();
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('a damaged manifest is parsed or refused, and never anything else', () => {
  const whole = Buffer.from(manifest());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 5 }))),
      (changes) => {
        const bytes = Buffer.from(whole);
        for (const [place, damage] of changes) bytes.set(damage.subarray(0, bytes.length - place), place);
        try {
          parse(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError);
        }
      },
    ),
  );
});
