import { expect, test } from 'vitest'
import { linesOfScript } from './call.testing.ts'
import { listed, getPeople, shortName } from './people.ts'

const getOrganisations = (script: string) =>
  getPeople(linesOfScript(script)).map(({ name, organisation }) => [name, organisation])

test('lists people with their stated company, in the order in which they speak', () => {
  expect(
    getOrganisations(
      "Leo Park: Hello.\nMia Holt: I'm Mia, I run sales at Tern & Tide Sails.\nLeo Park: And I look after the boats for the Gull Ferries in the team of Finance.",
    ),
  ).toEqual([
    ['Leo Park', 'Gull Ferries'],
    ['Mia Holt', 'Tern & Tide Sails'],
  ])
})

test.each([
  ['a day', "I'm at the yard from Monday on."],
  ['a department', 'I work in the team of Finance.'],
  ['a home town', "I'm from Osaka, so I'm polite."],
  ['a place of birth', "I'm originally from San Diego."],
  ['a current place', "I'm in Bristol, at a brick wall."],
  ['a country', 'I look after the boats for New Zealand.'],
  ['a person of the call', 'I work with Leo Park.'],
  ['a word that is written small elsewhere', 'I work for Boats. The boats are blue.'],
  ['another person’s company', 'This is Ana Ruiz from Tern Sails.'],
  ['where others work', 'They are from Tern Sails.'],
])('does not take %s for a company', (_, words) => {
  expect(getOrganisations(`Mia Holt: ${words}\nLeo Park: Hello.`)).toEqual([
    ['Mia Holt', null],
    ['Leo Park', null],
  ])
})

test.each([
  ['a speaker says so', "Mia Holt: I'm Mia from Tern Sails.\nLeo Park: Hello."],
  ['a speaker is with it', "Mia Holt: I'm with Tern Sails.\nLeo Park: Hello."],
  ['a speaker has a role there', "Mia Holt: I'm the buyer at Tern Sails.\nLeo Park: Hello."],
  ['another introduces the speaker', 'Leo Park: Ana, this is Mia Holt from Tern Sails.\nMia Holt: Hello.'],
])('finds a company when %s', (_, script) => {
  expect(Object.fromEntries(getOrganisations(script))).toEqual({ 'Mia Holt': 'Tern Sails', 'Leo Park': null })
})

test('searches for companies only in introductions', () => {
  const talk = 'Mia Holt: The boats are blue.\nLeo Park: Yes.\n'.repeat(60)
  expect(getOrganisations(`${talk}Mia Holt: I work at Tern Sails.`)).toEqual([
    ['Mia Holt', null],
    ['Leo Park', null],
  ])
})

test('does not list a crowd one by one', () => {
  expect(getOrganisations(Array.from({ length: 9 }, (_, i) => `Guest ${i}: I work at Tern Sails.`).join('\n'))).toEqual(
    [],
  )
})

test.each([
  ['Dr. Mia Holt (host)', 'Mia Holt'],
  ['Right Hon. Leo Park', 'Leo Park'],
  ['(host)', '(host)'],
  ['Mia', 'Mia'],
])('%s is called %s in a sentence', (name, short) => {
  expect(shortName(name)).toBe(short)
})

test.each([
  [[], ''],
  [['Mia'], 'Mia'],
  [['Mia', 'Leo'], 'Mia and Leo'],
  [['Mia', 'Leo', 'Jo'], 'Mia, Leo and Jo'],
])('%j reads %j', (names, text) => {
  expect(listed(names)).toBe(text)
})
