import type { DraftItem } from '../analyst.ts'
import type { CallWords } from './call-words.ts'
import type { Sentence } from './sentences.ts'
import { shortName } from './speakers.ts'
import type { Subject } from './subjects.ts'
import { wordsOf } from './words.ts'

const MOST_MENTIONS = 4

/** "The call was about …" */
export function openingLine(subjects: readonly Subject[], sentences: readonly Sentence[]): DraftItem[] {
  if (subjects.length === 0) return []
  return [{ text: `The ${kindOfTalk(sentences)} was about ${listed(subjects.map(({ name }) => name))}.`, segmentIds: mentionsOf(subjects, sentences) }]
}

/** "Dana and Marcus discussed …" */
export function topicLine(subjects: readonly Subject[], topic: readonly Sentence[], opener: string): DraftItem[] {
  if (subjects.length === 0) return []
  const about = listed(subjects.map(({ name }) => name))
  const who = leading(topic)
  const group = 'the participants'
  const text = who.length === 1 ? `${opener}${who[0]} talked about ${about}.` : who.length > 1 && who.length <= 3 ? `${opener}${listed(who)} discussed ${about}.` : `${opener}${group} discussed ${about}.`
  return [{ text: text.charAt(0).toUpperCase() + text.slice(1), segmentIds: mentionsOf(subjects, topic) }]
}

function leading(topic: readonly Sentence[]): string[] {
  const said = new Map<string, number>()
  let total = 0
  for (const { speaker, text } of topic) {
    const words = wordsOf(text).length
    total += words
    if (speaker !== null) said.set(speaker, (said.get(speaker) ?? 0) + words)
  }
  const order = [...said].toSorted((a, b) => b[1] - a[1])
  if ((order[0]?.[1] ?? 0) > total * 0.75) return [shortName(order[0]?.[0] ?? '')]
  return order.filter(([, words]) => words > total * 0.15).map(([name]) => shortName(name))
}

function kindOfTalk(sentences: readonly Sentence[]): 'call' | 'meeting' {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  return (text.match(/\bmeetings?\b/gi)?.length ?? 0) > (text.match(/\bcalls?\b/gi)?.length ?? 0) ? 'meeting' : 'call'
}

export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function mentionsOf(subjects: readonly Subject[], within: readonly Sentence[]): string[] {
  const inside = new Set(within)
  return [...new Set(subjects.flatMap(({ mentions }) => mentions.filter((sentence) => inside.has(sentence)).slice(0, MOST_MENTIONS).flatMap(({ segmentIds }) => segmentIds)))]
}
