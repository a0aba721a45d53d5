import type { DraftItem } from '../analyst.ts'
import { listed } from './opening.ts'
import type { Sentence } from './sentences.ts'
import { pickSubjects, type Subject } from './subjects.ts'
import { capitalised } from './third-person.ts'
import { isWithin, type TopicSplitter } from './topics.ts'

const TITLE_SUBJECTS = 3
/** What is named less often is not what a call was about. */
const FEWEST_MENTIONS = 3
const LONGEST_TITLE = 80
const HEADING_SUBJECTS = 2
const FEWEST_SENTENCES = 60
const SENTENCES_PER_CHAPTER = 45
const MOST_CHAPTERS = 8

/** A title from what a call names again and again; null where too little comes back. */
export function titleOf(subjects: readonly Subject[]): string | null {
  const often = subjects.filter(({ mentions }) => mentions.length >= FEWEST_MENTIONS)
  const chosen = pickSubjects(often, ({ weight }) => weight, TITLE_SUBJECTS, new Set())
  if (chosen.length < 2) return null
  const title = heading(chosen)
  return title.length <= LONGEST_TITLE ? title : heading(chosen.slice(0, 2))
}

/** The course of a longer call: where its words change, headed by what is named there more than elsewhere. */
export function chaptersOf(sentences: readonly Sentence[], split: TopicSplitter, subjects: readonly Subject[]): DraftItem[] {
  if (sentences.length < FEWEST_SENTENCES) return []
  const parts = split(Math.min(MOST_CHAPTERS, Math.round(sentences.length / SENTENCES_PER_CHAPTER)))
  const spent = new Set<string>()
  const chapters = parts.flatMap((part) => {
    const chosen = pickSubjects(subjects, (subject) => subject.weight * belonging(subject, part), HEADING_SUBJECTS, spent)
    const [start] = part[0]?.segmentIds ?? []
    return chosen.length === 0 || start === undefined ? [] : [{ text: heading(chosen), segmentIds: [...new Set([start, ...mentionsOf(chosen, part)])] }]
  })
  return chapters.length < 2 ? [] : chapters
}

/** The share of a subject's mentions that fall into a part of the call; 0 when it is named there only once. */
function belonging({ mentions }: Subject, part: readonly Sentence[]): number {
  const here = mentions.filter((sentence) => isWithin(part, sentence)).length
  return here < 2 ? 0 : here / mentions.length
}

function mentionsOf(subjects: readonly Subject[], part: readonly Sentence[]): string[] {
  return subjects.flatMap(({ mentions }) => mentions.filter((sentence) => isWithin(part, sentence)).slice(0, 2)).flatMap(({ segmentIds }) => segmentIds)
}

function heading(subjects: readonly Subject[]): string {
  return capitalised(listed(subjects.map(({ name }) => name.replace(/^the /, ''))))
}
