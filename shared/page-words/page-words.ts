import { DE } from './de.ts'
import { EN, type PageWords } from './en.ts'
import { ES } from './es.ts'
import { FR } from './fr.ts'

/** The languages that shared pages speak; the first is for readers of all others. A further one is a file and a row. */
const WORDS = { en: EN, de: DE, fr: FR, es: ES } as const satisfies Record<string, PageWords>
export type PageLanguage = keyof typeof WORDS
export const PAGE_LANGUAGES = Object.keys(WORDS) as [PageLanguage, ...PageLanguage[]]

/** The fixed words of shared pages in a language. */
export function pageWords(language: PageLanguage): PageWords {
  return WORDS[language]
}
