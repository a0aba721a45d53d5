import type { SpokenLine } from './speech.ts'

/** Longest text of one cue; a sentence or a clause ends it earlier. */
const CUE_CHARACTERS = 84
const SENTENCE_CHARACTERS = 30
const CLAUSE_CHARACTERS = 60

/** The call as WebVTT with a voice tag in every cue; a line's time is divided by character count. */
export function toWebVtt(lines: SpokenLine[]): string {
  return `WEBVTT\n\n${lines.flatMap(lineCues).join('\n')}`
}

function lineCues({ speaker, text, startMs, endMs }: SpokenLine): string[] {
  const parts = splitText(text)
  const perCharacter = (endMs - startMs) / parts.join('').length
  let from = startMs
  return parts.map((part) => {
    const until = from + part.length * perCharacter
    const cue = `${timestamp(from)} --> ${timestamp(until)}\n<v ${speaker.name}>${part}</v>\n`
    from = until
    return cue
  })
}

function splitText(text: string): string[] {
  const parts: string[] = []
  let part = ''
  for (const word of text.split(/\s+/)) {
    part = part === '' ? word : `${part} ${word}`
    if (endsCue(part)) {
      parts.push(part)
      part = ''
    }
  }
  return part === '' ? parts : [...parts, part]
}

function endsCue(part: string): boolean {
  if (part.length >= CUE_CHARACTERS) return true
  if (/[.?!]$/.test(part)) return part.length > SENTENCE_CHARACTERS
  return part.endsWith(',') && part.length > CLAUSE_CHARACTERS
}

function timestamp(ms: number): string {
  return new Date(Math.round(ms)).toISOString().slice(11, 23)
}
