import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import common from '../analysis/extractive/common-words.json' with { type: 'json' }
import { contentStems } from '../analysis/english.ts'
import { plainWords } from '../analysis/spoken-words.ts'

/** Tells texts that give away what lines said which are no longer there. */
export interface LostWords {
  /** Of a text that stands on nothing: it has the lines' own words, or a content word that is said nowhere else. */
  inFree(text: string): boolean
  /** Of a text that stands on other lines: it has an uncommon word or a number that is said nowhere else. */
  inProven(text: string): boolean
}

/** So many words in a row are the lines' own. */
const FEWEST_OWN_WORDS = 3

const COMMON: ReadonlySet<string> = new Set(Object.values(common).flatMap((words) => contentStems(words)))

/** @param lost lines that go. @param kept those that stay. */
export function lostWordsOf(lost: readonly Segment[], kept: readonly Segment[]): LostWords {
  const known = new Set(kept.flatMap(({ text, speaker }) => contentStems(`${text} ${speaker ?? ''}`)))
  const texts = lost.flatMap(saidIn)
  const only = new Set(texts.flatMap((text) => contentStems(text)).filter((stem) => !known.has(stem)))
  const rare = new Set([...only].filter((stem) => !COMMON.has(stem)))
  const said = ` ${texts.map((text) => plainWords(text).join(' ')).join(' / ')} `
  const isVerbatim = (text: string) => {
    const words = plainWords(text)
    return words.length >= FEWEST_OWN_WORDS && said.includes(` ${words.join(' ')} `)
  }
  const hasOne = (text: string, stems: ReadonlySet<string>) => contentStems(text).some((stem) => stems.has(stem))
  return {
    inFree: (text) => lost.length > 0 && (isVerbatim(text) || hasOne(text, only)),
    inProven: (text) => lost.length > 0 && hasOne(text, rare),
  }
}

/** A line as it is and as it was heard. */
function saidIn({ text, speaker, heard }: Segment): string[] {
  return [text, heard?.text, speaker, heard?.speaker].filter((said) => said !== undefined && said !== null)
}
