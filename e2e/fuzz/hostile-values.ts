import fc from 'fast-check'

const DEEP = 5000

/** Texts at the edges of what parsers, databases, file systems and screens take. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uFFFE',
  '\u202Egnp.exe',
  '\r\nX-Injected: yes',
  '../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%E0%A4%A',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'a'.repeat(256),
  'é'.repeat(5000),
  'x'.repeat(100_000),
  '👩‍👩‍👧‍👦'.repeat(200),
  '(a+)+$',
  'WEBVTT\n\n00:00:00.000 --> 99:99:99.999\n<v x>y',
]

/** A text that nobody had in mind. */
export const hostileText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

/** A JSON value that nobody had in mind. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -0,
      -1,
      0.1,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      1e308,
      [],
      {},
      [[]],
      [null],
      { length: -1 },
      Array.from({ length: 2000 }, (_, index) => index),
      JSON.parse('{"__proto__":{"isOperator":true},"constructor":{"prototype":{"x":1}}}'),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Bodies that are no JSON, or more of it than anyone sends. */
export const hostileBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '"text"',
    '[]',
    '\uFEFF{}',
    '{"a":1,"a":2}',
    '{"a":1e999}',
    '['.repeat(DEEP) + ']'.repeat(DEEP),
    '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP),
    'a=1&b[]=2',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  ),
  hostileText,
)

/** Values of headers that a client may send at all: visible ASCII. */
export const hostileHeader = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    '99999999999999999999',
    'bytes=0-',
    'bytes=5-2',
    'bytes=-0',
    'bytes=0-0,2-3',
    'Bearer',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(5000)}`,
    'Basic YTpi',
    '*/*;q=2',
    'text/html,'.repeat(300),
    'gzip;q=0,br',
    'pass=%ZZ; pass=a',
    'filename !!!,speech',
    'filename ZmlsZQ==,filetype dmlkZW8vbXA0',
  ),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)), maxLength: 40 }),
)
