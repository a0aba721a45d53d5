import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './places.ts'

const LOCALES = join(ROOT, 'extension/public/_locales')
/** Chrome's store refuses a longer description. */
const MOST_CHARACTERS = 132

const languages = await readdir(LOCALES)
const read = async (language: string) =>
  JSON.parse(await readFile(join(LOCALES, language, 'messages.json'), 'utf8')) as Record<string, { message: string }>
const english = await read('en')

it.each(languages)('the manifest’s texts in %s are complete and short enough for the stores', async (language) => {
  const texts = await read(language)
  expect(Object.keys(texts)).toEqual(Object.keys(english))
  expect(texts['description']?.message.length).toBeLessThanOrEqual(MOST_CHARACTERS)
  expect(Object.values(texts).every(({ message }) => message.trim() !== '')).toBe(true)
})
