import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { firstNames, namesIn } from './names.ts'

test('a first name shared by two speakers identifies neither', () => {
  expect([...firstNames(linesOfScript('Ana Ruiz: Yes.\nBen Okoro: Yes.\nAna Lund: Yes.'))]).toEqual([
    ['Ben', 'Ben Okoro'],
  ])
})

test.each([
  ['Ben will do it.', ['Ben']],
  ["Then it's Ben's, or Mary-Jo's.", ['Ben', 'Mary-Jo']],
  ['(Ben) and J.R.', ['Ben', 'J.R.']],
  ['Bend it.', []],
  ['ben did it.', []],
])('the first names in %j are %j', (text, found) => {
  const names = firstNames(linesOfScript('Ben Okoro: Yes.\nMary-Jo Lund: Yes.\nJ.R. Holt: Yes.'))
  expect(namesIn(text, names).map(([first]) => first)).toEqual(found)
})
