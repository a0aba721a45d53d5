import { getWords } from '../language/english.ts'
import { isBroken, withoutStop } from './clean.ts'
import { withoutDays } from '../language/deadlines.ts'
import type { Line } from './lines.ts'
import { shortName } from './people.ts'
import type { Commitment } from './resolve-commitments.ts'
import { contentStems } from './words.ts'

/** Where a promise ends and other talk follows. */
const GOES_ON =
  /[,;]?\s+(?:because|'cause|since|although|though|unless|but|which|okay|right(?! after)|yeah|you know|I guess|I think|so (?:that )?(?:you|we|I|they|it)|when (?:I|you|we|they|it)|while|and \p{L}+, (?:can|could|would|will)|and (?:I|we|you|they|he|she|it|then|that|this|there|maybe|see))\b.*|\s*(?:--|\.\.\.|…|[?!;]).*/isu
const TRAILING =
  /[\s,:.–—-]+$|\s+(?:and|or|to|the|a|of|with|for|in|on|at|by|also|too|yes|yeah|no|okay|then|now|just|anyway|again|first|please|though|really|right away)$/i
/** Words that need another sentence to be understood. */
const POINTS =
  /\b(?:I|me|my|you|your|yours|we|us|our|he|him|his|she|her|they|them|their|it|its|this|that|these|those|here|there|one|ones|things?|stuff|something|anything|everything|somebody|someone|whatever|bits?|what|who|if|another|both|same|other|others|rest|lot|couple)\b/i
/** Verbs that need an object or a recipient to make sense. */
const VAGUE = /^(?:be|do|need|know|try|go|come|stop|look|see|work|run|move|hold|let|keep|take|have|get)\b/i
const TREAT =
  /\b(?:coffees?|teas?|cakes?|buns?|beers?|pints?|lunch|dinner|biscuits?|chocolates?|socks?|drinks?|wine|breakfast|doughnuts?|donuts?|whisky|flowers)\b/i
const MOST_WORDS = 18

/**
 * What a speaker promised in one self-contained sentence, without its day: "send Ana the list of the doors".
 * @returns null where the sentence depends on another one, or has no more than a recipient's name.
 */
export function promisedIn(line: Line, { proposal, to }: Commitment): string | null {
  const clause = withoutDays(withoutStop(line.tidied.slice(proposal.start)).replace(GOES_ON, ''))
  const name = to === null ? '' : shortName(to)
  const text = trimmed(
    clause
      .replace(/^(?:flick|shoot|pop|fire|sling|bung|ping|drop|have|get) /i, proposal.verb === 'send' ? 'send ' : '$&')
      .replace(/^\w+ing\b/, proposal.verb)
      .replace(/^(\w+) you (?:all |both )?(?=\w)/i, `$1 ${name} `)
      .replace(/\s(to|with|for) you(?: all| both)?\b/i, name === '' ? '' : ` $1 ${name}`)
      .replace(/\s+/g, ' '),
  )
  const isClear =
    !/[,:]/.test(text) &&
    !POINTS.test(text.replace(name, '')) &&
    !VAGUE.test(text) &&
    !TREAT.test(text) &&
    !isBroken(text) &&
    !/\b(?:not|never)\b|n't\b/i.test(line.tidied) &&
    getWords(text).length <= MOST_WORDS &&
    contentStems(text.replace(name, '')).length >= 2
  return isClear ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : null
}

/** "Could you send me a list of the doors?" */
const REQUEST =
  /\b(?:can|could|would|will) you (?:just |maybe |please )?(send|give|bring|forward|email) me ((?:an?|the) [^?,;“”]+?)(?:,? please)?\?$/i

/** What a person was plainly asked to send: "send Ana a list of the doors". Null if it depends on another sentence. */
export function requestedIn({ tidied }: Line, { proposal }: Commitment): string | null {
  const [, verb = '', thing = ''] = REQUEST.exec(tidied) ?? []
  return verb !== '' && proposal.speaker !== null && !POINTS.test(thing)
    ? withoutDays(`${verb.toLowerCase()} ${shortName(proposal.speaker)} ${thing}`)
    : null
}

function trimmed(text: string): string {
  const shorter = text.replace(TRAILING, '').trim()
  return shorter === text ? text : trimmed(shorter)
}
