import { getClauses } from '../language/clauses.ts'
import { contentStems, getWords } from '../language/english.ts'

/** Denies everything after it in its clause. */
const DENIES =
  /\b(?:not(?! only)(?! (?:yet )?(?:say|tell|known?|show|report|mention|explain|understand|clear|certain|sure|decided|settled)\b)|never|cannot|(?:nobody|no one)(?! knows)|neither|nor|unable to|no longer|(?:refus|declin)(?:e|es|ed|ing) to|fail(?:s|ed)? to|unwilling to|hardly)\b|n['’]t\b(?! (?:say|tell|know|show|report|mention|explain|understand)\b)/gi
/** Denies only what directly follows. */
const DENIES_ONE =
  /\b(?:(?<!\b(?:no|a|or) )no(?! longer| one\b|,| problem| no\b)|without|none(?: of)?|nothing(?= \p{L}+(?:,|$| and nothing)))\b/giu
/** The "ca" of "can't". */
const CONTRACTED = /\p{L}+$/u
const ONE_THING = 2
/** Has the same meaning as a "not": "we leave the battery" for "not now". */
const OTHERWISE =
  /\b(?:instead|in place of|turn(?:s|ed|ing)? down|rather|leav\w+|left|tak(?:e|es|en|ing)\b.* (?:out|off)|drop\w*|exclud\w+|remov\w+|off|only|unless|lack\w*|missing|fell over|fall\w* over|crash\w*|broke\w*|lost|stuck|hangs?|hung|free|against|oppos\w+|unlikely|doubt\w*|limit\w*|park\w*|cancel\w*|postpon\w+|skip\w*|forget|stop\w*|avoid\w*|prevent\w*|ruled? out|withdr[ae]w\w*|fail\w*|problem\w*|refus\w+|declin\w+|reject\w+|unable|without|less|beyond|outdated|old|(?:stay\w*|kept|keep|out) out|out of (?:the|this|scope)|maximum|at most|cap(?:s|ped)?)\b/i

/** A clause and its statements about the words in it. */
export interface Stance {
  clause: string
  /** Stems that it affirms, and stems that it denies; the denying word itself is in neither. */
  affirmed: string[]
  denied: string[]
  /** Stems before the denial of a whole statement. */
  subject: string[]
  /** Number of negations. */
  negations: number
  /** Denies the whole statement, not only one thing in it. */
  whole: boolean
  /** May deny without a "not". */
  otherwise: boolean
}

/** What each clause of an English text affirms and denies. */
export function stancesIn(text: string): Stance[] {
  return getClauses(text).map(({ text: clause }) => {
    const [first] = clause.matchAll(DENIES)
    const singles = [...clause.matchAll(DENIES_ONE)].filter(({ 0: found, index }) =>
      /\p{L}/u.test(clause.slice(index + found.length)),
    )
    const otherwise = OTHERWISE.test(clause.replace(DENIES, ' ').replace(DENIES_ONE, ' '))
    const negations = [...clause.matchAll(DENIES)].length + singles.length
    if (first !== undefined) {
      const rest = contentStems(clause.slice(first.index + first[0].length))
      const subject = contentStems(clause.slice(0, first.index).replace(first[0].startsWith('n') ? CONTRACTED : '', ''))
      return { clause, affirmed: [], subject, denied: rest, negations, otherwise, whole: true }
    }
    const denied = singles.flatMap(({ 0: found, index }) =>
      contentStems(clause.slice(index + found.length)).slice(0, ONE_THING),
    )
    return {
      clause,
      affirmed: contentStems(clause).filter((word) => !denied.includes(word)),
      denied,
      subject: [],
      negations,
      otherwise,
      whole: false,
    }
  })
}

/** The words of a clause without the negations, unchanged. */
export function undeniedWords(clause: string): string[] {
  return getWords(
    clause
      .replace(/\bcan(?:['’]t|not)\b/gi, 'can')
      .replace(/\bwon['’]t\b/gi, 'will')
      .replace(/n['’]t\b/gi, '')
      .replace(/\b(?:not|never|no)\b/gi, ''),
  )
}
