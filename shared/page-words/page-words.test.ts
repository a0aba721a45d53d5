import { expect, test } from 'vitest'
import { fill, fillCount } from './fill.ts'
import { PAGE_LANGUAGES, pageWords } from './page-words.ts'

/** Every text with its path; counted words without their plural categories. */
function getTexts(words: object, path = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[`${path}${/^(one|two|few|many|other|zero)$/.test(name) ? '' : name}`, value] as [string, string]]
      : getTexts(value, `${path}${name}.`),
  )
}
const getPlaces = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

test.each(PAGE_LANGUAGES)('%s has every text, with its placeholders', (language) => {
  const english = new Map(getTexts(pageWords('en')))
  const texts = getTexts(pageWords(language))
  expect(new Set(texts.map(([path]) => path))).toEqual(new Set(english.keys()))
  for (const [path, text] of texts) {
    expect(text.trim(), path).not.toBe('')
    expect(getPlaces(text), path).toEqual(getPlaces(english.get(path) ?? ''))
  }
})

test('counted words have the plural categories of their language', () => {
  const days = (language: 'en' | 'fr', count: number) => fillCount(pageWords(language).timeLeft.days, count, language)
  expect([days('en', 0), days('en', 1), days('en', 2)]).toEqual(['0 days left', '1 day left', '2 days left'])
  expect([days('fr', 0), days('fr', 1), days('fr', 2)]).toEqual([
    'Expire dans 0 jour',
    'Expire dans 1 jour',
    'Expire dans 2 jours',
  ])
  expect(fill('{n} of {all}', { n: '1' }), 'a place without a value stays').toBe('1 of {all}')
})
