import { expect, test } from 'vitest'
import { candidateAt, sentencesOf } from './call.testing.ts'

test.each([
  ['How much is the add-on?', "It's nine hundred euros a month for the whole account.", 'The add-on is nine hundred euros a month for the whole account.'],
  ["What's the lead time?", "It's four weeks from the approved print.", 'The lead time is four weeks from the approved print.'],
  ['What would this cost for thirty people?', "It's forty nine dollars for every one of them.", 'The price is forty nine dollars for every one of them.'],
  ['The list price is ninety dollars.', "That's more than our whole budget allows.", 'The price is more than our whole budget allows.'],
])('"%s" – "%s" tells what "it" is, with both lines', (asked, answer, told) => {
  const { text, segmentIds } = candidateAt(1, sentencesOf(['Marcus', asked], ['Dana', answer]))
  expect({ text, segmentIds }).toEqual({ text: told, segmentIds: ['s0', 's1'] })
})

test('a rate by itself is a price', () => {
  expect(candidateAt(0, sentencesOf(['Dana', "It's sixty five dollars per technician per month."])).text).toBe('The price is sixty five dollars per technician per month.')
})

test.each([
  ['What do you think?', "It's a good plan for the whole team."],
  ['What is the problem?', "It's the old scanners that lose the connection."],
  ['The sensors are on the truck.', "That's more than our whole budget allows."],
])('what is not certain stays as it was said: "%s" – "%s"', (asked, answer) => {
  expect(candidateAt(1, sentencesOf(['Marcus', asked], ['Dana', answer])).text).toBe(answer)
})
