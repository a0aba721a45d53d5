import type { DraftItem } from '../analyst.ts'
import type { Commitment } from './commitments.ts'
import { retold } from './retell.ts'
import { shortName } from './speakers.ts'
import type { Sentence } from './sentences.ts'
import { headOf } from './task-cues.ts'
import { capitalised } from './third-person.ts'

/** "send you the report" is to be read by somebody else than "you". */
const RECEIVER =
  /\b(send|show|give|email|forward|bring|tell|get|mail|dig|draw|make|build|buy) (?:you|me|us)(?: guys| both| all)?(?= (?!to\b|back\b|in\b|on\b|by\b|at\b|for\b|when\b|if\b|up\b|over\b)\w)/i
const SOFTENERS = /^(?:(?:also|just|then|definitely|probably|certainly|maybe|all|both|actually|now|(?:have|need|try) to|be able to|go (?:ahead )?and) )+/i
/** "Will be sending"; "ring" is the doing itself. */
const DOING_NOW = /^(?!(?:ring|bring|string|spring)\b)\w+ing\b/i
/** "What I'll try to do is to …" */
const LONG_WAY = /^(?:try to )?(?:do|try) (?:now |next )?is (?:to )?(?:just |basically )?(?:to )?/i
/** "Confirm it and I will mail you": one head is enough. */
const AGAIN = / and (?:then )?(?:I|we)(?:'ll| will) (?=[a-z])/gi
const POINTS_BACK = /\b(?:it|that|this|them|those)\b(?! \w+(?:ing|ed|s)\b)/i
const NAMED_LAST =
  /\b(?:suggest|propose|need|want|send|have|do|make|prepare|try|start|write|offer) ((?:an?|the) (?:[\w'-]+ ?){1,8})\.$/i

/** What has to be done, told about the people who do it ("Dana will send the report by Friday."). */
export function actionItem(commitment: Commitment, sentences: readonly Sentence[]): DraftItem {
  const meant = whatItMeans(commitment, sentences)
  return { text: withMeaning(`${told(commitment)}.`, meant), segmentIds: evidence(commitment, meant) }
}

/** The same as a line of a list to tick off ("Dana: send the report by Friday"). */
export function todoItem(commitment: Commitment, sentences: readonly Sentence[]): DraftItem {
  const meant = whatItMeans(commitment, sentences)
  const task = taskOf(commitment)
  const line = commitment.owner === null ? capitalised(task) : `${shortName(commitment.owner)}: ${task}`
  return { text: withMeaning(`${line}.`, meant), segmentIds: evidence(commitment, meant) }
}

function told(commitment: Commitment): string {
  const { owner, kind } = commitment
  const task = taskOf(commitment)
  if (owner === null) return capitalised(task)
  if (DOING_NOW.test(task)) return `${shortName(owner)} will be ${task}`
  return kind === 'promise' ? `${shortName(owner)} ${modalOf(commitment)} ${task}` : `${shortName(owner)} was asked to ${task}`
}

/** What can, should or has to be done is not told as what will be. */
const MODALS: readonly (readonly [RegExp, string])[] = [
  [/\bcan$/i, 'can'],
  [/\bcould$/i, 'could'],
  [/\bshould$/i, 'should'],
  [/\b(?:have|got) to$/i, 'has to'],
  [/\bneed to$/i, 'needs to'],
]

function modalOf({ clause }: Commitment): string {
  const head = headOf(clause)
  const said = head === null ? '' : clause.slice(head.index, head.index + head.length).trim()
  return MODALS.find(([pattern]) => pattern.test(said))?.[1] ?? 'will'
}

/** The bare task: without its head, told without "I" and "you". */
function taskOf({ clause, owner, kind, sentence, listener }: Commitment): string {
  const head = headOf(clause)
  const task = (head === null ? clause : clause.slice(head.index + head.length))
    .replace(SOFTENERS, '')
    .replace(LONG_WAY, '')
    .replace(/[.?]$/, '')
    .replace(AGAIN, ' and ')
    .replace(RECEIVER, '$1')
  return retold(task, { speaker: sentence.speaker, listener: kind === 'promise' ? listener : owner, doer: owner })
}

interface Meaning {
  words: string
  segmentIds: string[]
}

/** What "it" stands for: the thing named at the end of the same speaker's sentence before. */
function whatItMeans({ clause, sentence }: Commitment, sentences: readonly Sentence[]): Meaning | null {
  const before = sentences[sentence.index - 1]
  if (before === undefined || before.speaker !== sentence.speaker || !POINTS_BACK.test(clause)) return null
  const words = before.tidied.match(NAMED_LAST)?.[1]
  return words === undefined ? null : { words: words.trim(), segmentIds: before.segmentIds }
}

function withMeaning(text: string, meaning: Meaning | null): string {
  return meaning === null ? text : text.replace(/([.?]?)$/, ` (${meaning.words})$1`)
}

function evidence({ sentence }: Commitment, meaning: Meaning | null): string[] {
  return [...new Set([...(meaning?.segmentIds ?? []), ...sentence.segmentIds])]
}
