import type { DraftItem } from '../analyst.ts'
import type { Commitment } from './commitments.ts'
import { oneOf } from './phrases.ts'
import { shortName } from './speakers.ts'
import type { Sentence } from './sentences.ts'
import { about, capitalised, thirdPerson } from './third-person.ts'
import { tidy } from './clean.ts'

/** "send you the report" is to be read by somebody else than "you". */
const RECEIVER =
  /\b(send|show|give|email|forward|bring|tell|get) (?:you|me|us)(?: guys| both| all)?(?= (?:an?|the|some|our|my|that|this|those|all)\b)/i
const SOFTENERS = `(?:${oneOf('also, just, then, definitely, probably, certainly')} )*`
const PERHAPS = '^(?:(?:then|maybe|perhaps) )?'
const PROMISE_HEAD = new RegExp(
  `${PERHAPS}${oneOf("i'll, i will, i'm going to, i am going to, i'm gonna, i can, i have to, i need to, i've got to")} ${SOFTENERS}`,
  'i',
)
const JOINT_HEAD = new RegExp(
  `${PERHAPS}${oneOf(`let's, let us, we'll, we will, we're going to, we are going to, we're gonna, we need to, we have to, we should,
  we've got to`)} ${SOFTENERS}`,
  'i',
)
const REQUEST_HEAD = new RegExp(
  String.raw`^.*?\b${oneOf(`(?:could|can|would|will) you(?: please)?, you'll, you will, you're going to, you are going to, you need to,
  you have to, you should, please, (?:need|want|like) you to, make sure (?:that )?you`)}\s+`,
  'i',
)
const POINTS_BACK = /\b(?:it|that|this|them|those)\b(?! \w+(?:ing|ed|s)\b)/i

const NAMED_LAST =
  /\b(?:suggest|propose|need|want|send|have|do|make|prepare|try|start|write|offer) ((?:an?|the) (?:[\w'-]+ ?){1,8})\.$/i

/** What has to be done, told about the people who do it ("Dana will send the report by Friday."). */
export function actionItem(commitment: Commitment, sentences: readonly Sentence[]): DraftItem {
  const meant = whatItMeans(commitment, sentences)
  return { text: withMeaning(retold(commitment), meant), segmentIds: evidence(commitment, meant) }
}

/**
 * A promise as a line of a list to tick off ("Dana: send the report by Friday").
 * @returns null when it has no owner and no plain form.
 */
export function todoItem(commitment: Commitment, sentences: readonly Sentence[]): DraftItem | null {
  const { clause, kind, owner, sentence } = commitment
  const head = kind === 'promise' ? PROMISE_HEAD : kind === 'request' ? REQUEST_HEAD : JOINT_HEAD
  if (!head.test(clause) || (kind === 'request' && owner === null)) return null
  const task = aboutSpeaker(clause.replace(head, ''), kind === 'promise' ? null : sentence.speaker).replace(/[.?]$/, '')
  if (/\bI\b/.test(task)) return null
  const meant = whatItMeans(commitment, sentences)
  const line = owner === null ? capitalised(task) : `${shortName(owner)}: ${task}`
  return { text: withMeaning(line, meant), segmentIds: evidence(commitment, meant) }
}

function retold({ clause, kind, owner, sentence }: Commitment): string {
  const { speaker } = sentence
  const name = speaker === null ? null : shortName(speaker)
  if (kind === 'promise' && speaker !== null) {
    const told = thirdPerson(clause.replace(RECEIVER, '$1'), speaker)
    if (told !== null) return told
  }
  if (kind === 'request' && owner !== null && name !== null && REQUEST_HEAD.test(clause)) {
    const task = aboutSpeaker(clause.replace(REQUEST_HEAD, ''), speaker).replace(/\?$/, '.')
    if (!task.startsWith('be ')) return `${name} asked ${shortName(owner)} to ${task}`
  }
  if (kind === 'joint' && /^(?:let's|let us) /i.test(clause)) return capitalised(clause.replace(JOINT_HEAD, ''))
  return name === null ? clause : `${name}: ${clause}`
}

function aboutSpeaker(task: string, speaker: string | null): string {
  const plain = task.replace(RECEIVER, '$1')
  return speaker === null ? about(plain, 'their', 'them') : about(plain, `${shortName(speaker)}'s`, shortName(speaker))
}

interface Meaning {
  words: string
  segmentIds: string[]
}

/** What "it" stands for: the thing named at the end of the same speaker's sentence before. */
function whatItMeans({ clause, sentence }: Commitment, sentences: readonly Sentence[]): Meaning | null {
  const before = sentences[sentence.index - 1]
  if (before === undefined || before.speaker !== sentence.speaker || !POINTS_BACK.test(clause)) return null
  const words = tidy(before.text).match(NAMED_LAST)?.[1]
  return words === undefined ? null : { words: words.trim(), segmentIds: before.segmentIds }
}

function withMeaning(text: string, meaning: Meaning | null): string {
  return meaning === null ? text : text.replace(/([.?]?)$/, ` (${meaning.words})$1`)
}

function evidence({ sentence }: Commitment, meaning: Meaning | null): string[] {
  return [...new Set([...(meaning?.segmentIds ?? []), ...sentence.segmentIds])]
}
