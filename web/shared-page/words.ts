import { createContext, useContext } from 'react'
import { pageWords, type PageLanguage } from '@callfolio/shared/page-words/page-words.ts'

/** The languages of a page: of its fixed words, and of the call's content; null: unknown. */
interface PageLanguages {
  language: PageLanguage
  ofCall: string | null
}

export const PageLanguagesContext = createContext<PageLanguages>({ language: 'en', ofCall: null })

/** The page's fixed words, and their language. */
export function useWords() {
  const { language } = useContext(PageLanguagesContext)
  return { language, words: pageWords(language) }
}

/**
 * The `lang` of the call's content: undefined if it is the page's own, empty if it is unknown and the page's fixed
 * words are not in the default language (HTML Living Standard, "The lang and xml:lang attributes").
 */
export function useCallLanguage(): string | undefined {
  const { language, ofCall } = useContext(PageLanguagesContext)
  if (ofCall === null) return language === 'en' ? undefined : ''
  return ofCall === language ? undefined : ofCall
}
