import { DE } from './de.ts'
import { EN, type PageWords } from './en.ts'
import { ES } from './es.ts'
import { FR } from './fr.ts'

/** The languages of shared pages; the first is the fallback. To add one, add a file and a row. */
const WORDS = { en: EN, de: DE, fr: FR, es: ES } as const satisfies Record<string, PageWords>
export type PageLanguage = keyof typeof WORDS
export const PAGE_LANGUAGES = Object.keys(WORDS) as [PageLanguage, ...PageLanguage[]]

/** One language's fixed words of shared pages. */
export function pageWords(language: PageLanguage): PageWords {
  return WORDS[language]
}
