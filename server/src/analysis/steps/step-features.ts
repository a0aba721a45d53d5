import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { contentStems } from '../language/english.ts'

/** A person who may have to do what a line says. */
export interface StepPair {
  /** The line's index in the call. */
  place: number
  /** A speaker of the call; null where lines have no speaker. */
  owner: string | null
  /** Weights are learned for these. */
  features: ReadonlyMap<string, number>
}

/** Lines before and after a line that explain it. */
const CONTEXT = 2
/** Their words count half. */
const CONTEXT_VALUE = 0.5
/** A shorter line is part of its neighbors. */
const FEWEST_WORDS = 4
/** The next other speaker, who may accept a request, answers within this many lines. */
const ANSWER_WITHIN = 3
/** Numbers of words are scaled to about 1. */
const [USUAL_STEMS, MOST_STEMS, USUAL_LENGTH, MOST_LENGTH] = [6, 12, 30, 60]

const TOKEN = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|\?/gu
const NUMBERS = String.raw`(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|half|quarter)`
const KINDS: readonly [string, RegExp][] = [
  ['DAY', /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/],
  ['MONTH', /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/],
  [
    'DATE',
    /^(?:\d+(?:st|nd|rd|th)|(?:\w+-)?(?:first|second|third|fifth|ninth|twelfth|\w+(?:en|[sx]|igh)th|\w+tieth))$/,
  ],
  ['NUMBER', new RegExp(String.raw`^(?:\d.*|${NUMBERS}(?:-.*)?)$`)],
]

/**
 * The features of each person that a line may give a task: its speaker, whom it names, and who answers it.
 */
export function getStepPairs(segments: readonly Segment[]): StepPair[] {
  const lines = segments.map(({ speaker, text }) => ({
    speaker,
    tokens: (text.normalize('NFKC').toLowerCase().replaceAll('’', "'").match(TOKEN) ?? []).map(getKind),
    stems: new Set(contentStems(text)),
  }))
  const firstNames = new Map(lines.map(({ speaker }) => [speaker, speaker?.toLowerCase().split(' ')[0] ?? '']))
  const byName = Map.groupBy(firstNames.keys(), (speaker) => firstNames.get(speaker) ?? '')
  byName.delete('')
  return lines.flatMap(({ speaker, tokens, stems }, place) => {
    if (tokens.length < FEWEST_WORDS) return []
    const isOther = (line: (typeof lines)[number]) => line.speaker !== speaker
    const next = lines.slice(place + 1, place + 1 + ANSWER_WITHIN).find(isOther)?.speaker
    const previous = lines.slice(Math.max(0, place - ANSWER_WITHIN), place).findLast(isOther)?.speaker
    const named = tokens.flatMap((token) => byName.get(withoutEnding(token)) ?? [])
    return [...new Set([speaker, ...(next === undefined ? [] : [next]), ...named])].map((owner) => {
      const name = firstNames.get(owner) ?? ''
      const isNamed = named.includes(owner)
      const role = owner === speaker ? 'self' : isNamed ? 'named' : 'next'
      const features = new Map<string, number>()
      const add = (feature: string, value: number) => value !== 0 && features.set(feature, value)
      const written = (of: readonly string[]) =>
        of.map((token) => {
          const bare = withoutEnding(token)
          return bare === name ? 'OWNER' : byName.has(bare) ? 'OTHER' : token
        })
      add(role, 1)
      add(`${role} named`, Number(isNamed))
      add(`${role} answers`, Number(owner === next))
      add(`${role} before`, Number(owner === previous))
      for (const words of pairsOf(written(tokens))) add(`${role} ${words}`, 1)
      for (let distance = -CONTEXT; distance <= CONTEXT; distance += 1) {
        const near = lines[place + distance]
        if (distance === 0 || near === undefined) continue
        const at = `${distance > 0 ? '+' : ''}${distance}`
        const whose = `${at} ${near.speaker === owner ? 'same' : 'other'}`
        add(whose, 1)
        for (const token of written(near.tokens)) add(`${whose} ${token}`, CONTEXT_VALUE)
        add(`${at} overlap`, stems.intersection(near.stems).size / Math.max(1, stems.size))
      }
      add('stems', Math.min(MOST_STEMS, stems.size) / USUAL_STEMS)
      add('length', Math.min(MOST_LENGTH, tokens.length) / USUAL_LENGTH)
      return { place, owner, features }
    })
  })
}

function getKind(token: string): string {
  return KINDS.find(([, pattern]) => pattern.test(token))?.[0] ?? token
}

/** "ana's" and "ana'll" name Ana. */
function withoutEnding(token: string): string {
  return token.replace(/'(?:s|ll|d)$/, '')
}

/** Words and pairs of words, with the line's start and end. */
function pairsOf(tokens: readonly string[]): Set<string> {
  const all = ['^', ...tokens, '$']
  return new Set([...tokens, ...all.slice(1).map((token, i) => `${all[i]} ${token}`)])
}
