import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { PAGE_LANGUAGES, type PageLanguage } from '@callfolio/shared/page-words/page-words.ts'

const [FALLBACK] = PAGE_LANGUAGES

/** The language of a page's fixed texts: the reader's most preferred supported language (RFC 9110, section 12.5.4). */
export function readerLanguage(c: Context): PageLanguage {
  const chosen = accepts(c, {
    header: 'Accept-Language',
    supports: PAGE_LANGUAGES,
    default: FALLBACK,
    match: (preferred) =>
      preferred
        .filter(({ q }) => q > 0)
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => spoken(type))
        .find((language) => language !== undefined) ?? FALLBACK,
  })
  return spoken(chosen) ?? FALLBACK
}

/** `de` for `de-AT`. */
function spoken(tag: string): PageLanguage | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  return PAGE_LANGUAGES.find((language) => language === primary)
}
