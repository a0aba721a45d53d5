import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { expect, test } from 'vitest'
import { unprovenParts } from './unproven.ts'

const said = (text: string, speaker: string | null = 'Dana Miller'): Segment[] => [{ id: 's1', start_ms: 0, end_ms: 1, speaker, text }]
const missing = (item: string, text: string, others: string[] = []) => unprovenParts(item, said(text), others)

test.each([
  ['Dana needs 4,000 seats by 10:30.', 'we need 4000 seats by ten thirty'],
  ['The price is $42,500.', 'it is forty two thousand five hundred dollars'],
  ['The price is 5k.', 'that would be five thousand'],
  ['It starts on the 3rd of March.', 'on march third'],
  ['The budget for 2026 is 2 million.', 'in twenty twenty six it is two million'],
  ['Ninety seats were agreed.', 'so 90 seats then'],
  ['One of the two options is enough.', 'either is fine'],
  ['Dana will ask Acme’s legal team on Friday.', 'i will ask the acme legal team on friday'],
  ['Dana: Send the API contract.', 'i send the api contract'],
  ['Dana said: "We lose requests."', 'we lose requests'],
  ['The old devices are 2G ones.', 'the old devices, the 2G ones'],
])('“%s” is borne out by “%s”', (item, text) => {
  expect(missing(item, text)).toEqual([])
})

test.each([
  ['Dana needs 4,000 seats.', 'we need 400 seats', ['4,000']],
  ['Four hundred seats were agreed.', 'four seats and a hundred desks', ['four hundred']],
  ['The price is 12 per cent lower.', 'it is a little lower', ['12']],
  ['They meet Globex on Monday.', 'we meet them next week', ['Globex', 'Monday']],
  ['Marcus: Send the contract.', 'i send the contract', ['Marcus']],
])('“%s” is not borne out by “%s”', (item, text, parts) => {
  expect(missing(item, text)).toEqual(parts)
})

test('whom somebody speaks to may be named', () => {
  expect(missing('Dana asks Lee for the contract.', 'could you send the contract')).toEqual(['Lee'])
  expect(missing('Dana asks Lee for the contract.', 'could you send the contract', ['Lee Chan'])).toEqual([])
})

test('capitals tell nothing where all words or all nouns have them', () => {
  expect(missing('Der Vertrag kommt vor dem Termin im Frühling in die Firma nach Absprache', 'wir schicken ihn')).toEqual([])
  expect(missing('The Price And The Next Steps', 'what does it cost')).toEqual([])
})

test('a German sentence tells no names by its capitals, but its numbers are looked for', () => {
  const german = (item: string) => unprovenParts(item, said('we talked about the yearly price'), [], 'de-AT')
  expect(german('Sie sprachen über den Preis.')).toEqual([])
  expect(german('Sie sprachen über den Preis von 90 Euro.')).toEqual(['90'])
})
