import { oneOf, phrases } from './phrases.ts'

/** The words that make a clause a promise, a request or a plan ("I will", "could you", "let's"). */
export interface Head {
  kind: 'promise' | 'request' | 'joint'
  /** Often said of other things than a task. */
  weak: boolean
  /** Hands somebody a task ("I'd like you to"). */
  assigns: boolean
  /** Where it stands in the clause, in characters. */
  index: number
  length: number
  /** Who is to do it, as named before "will"; absent: the one who speaks, or the one spoken to. */
  doer?: string
}

const ACTION = oneOf(`send, share, set, check, prepare, write, draft, schedule, book, call, email, mail, follow, review, update,
  look into, look at, look for, look how, find, talk to, talk with, speak (?:to|with), ask, bring, provide, create, make, finish, complete, test,
  try, work, meet, put, organi[sz]e, arrange, invite, confirm, introduce, report, design, investigate, collect, get, give, show, add,
  fix, build, import, move, start, run, do, go back, take, read, install, order, sign, pay, approve, decide, come back, forward,
  circulate, raise, think about, change, include, watch, figure out, work out, stay, explore, compare, pull, gather, loop, resend,
  revise, evaluate, estimate, map, document, escalate, upload, clean, ping, chase, circle back, come up with, drop, dig, sort, connect,
  copy, record, train, tell, let (?:you|me|us) know, text, ring, phone, have a (?:quick )?(?:word|chat|call|look|talk|meeting), have (?:that|it), fill (?:in|out|it|that), hold, quote, resolve, switch, turn, come to, price, reserve,
  hand, pass, push, post, publish, negotiate, apply, renew, extend, credit, refund, train, continue, see if, see whether, see how`)
const SOFTENER = oneOf('also, just, then, definitely, probably, certainly, maybe, try to, have to, need to, be able to, go and, go ahead and, all, both, actually, now')
/** A thing that somebody does, after "I will". */
export const DOING = String.raw`(?:${SOFTENER} )*(?:${ACTION}\b|be \w+ing\b)`
const YOU = '(?:you(?: guys| two| both| all)?|both of you|all of you|each of you)'

const sorts: readonly (Pick<Head, 'kind' | 'weak' | 'assigns'> & { head: string; after: string })[] = [
  {
    kind: 'request',
    weak: false,
    assigns: true,
    head: oneOf(`(?:i|we) (?:need|want|would like|'d like) ${YOU} to, (?:i'd|we'd) like ${YOU} to, ${YOU}(?:'ll| will) be (?=\\w+ing\\b),
      ${YOU}(?:'re| are) going to, ${YOU} will (?:all )?(?=work\\b),
      your (?:task|job) is to, ${YOU} two (?=stay|work)`),
    after: String.raw`\w+`,
  },
  { kind: 'request', weak: true, assigns: true, head: `${YOU}(?:'re| are) (?=(?:watching|looking|working|doing|making)\\b)`, after: '' },
  { kind: 'promise', weak: false, assigns: false, head: oneOf("i'll, i will, i'm going to, i am going to, i'm gonna"), after: DOING },
  { kind: 'promise', weak: true, assigns: false, head: oneOf("i can, i have to, i need to, i've got to, i should, i could, let me"), after: DOING },
  {
    kind: 'request',
    weak: false,
    assigns: false,
    head: oneOf(`(?:could|can) ${YOU}(?: please)?, ${YOU}(?:'ll| will), please, make sure (?:that )?${YOU}, if ${YOU} (?:can|could), maybe ${YOU} (?:can|could)`),
    after: DOING,
  },
  { kind: 'request', weak: true, assigns: false, head: oneOf(`(?:would|will) ${YOU}, ${YOU} (?:have to|should|need to|can|could)`), after: DOING },
  {
    kind: 'joint',
    weak: false,
    assigns: false,
    head: oneOf(`what we (?:have|need) to do (?:now |next )?is(?: to)?, we'll, we will, we're going to, we are going to, we're gonna, we need to,
      we have to, we should, we've got to, let's, let us`),
    after: DOING,
  },
]
const SORTS = sorts.map(({ head, after, ...sort }) => ({ ...sort, pattern: new RegExp(String.raw`\b(${head})\s*(?=${after})`, 'i') }))
const ORDER = /^(?:(?:also|then|and|please|just|maybe),? )?(?=(?:send|give|email|forward|bring|remind|check|show) (?:me|us|your|the)\b)/i

const PEOPLE = oneOf(`team, people, department, engineers?, lawyers?, office, colleagues?, director, boss, managers?, support, partner, supplier, designers?, accountants?, finance, legal, specialists?, technicians?, developers?, agency`)
/** "Mike will call you", "our security team will send the form"; names are told by their capital. */
const OTHERS = new RegExp(
  String.raw`(?:^|[,;] (?:and |so |then )?|\b(?:and|so|then) )(?!(?:It|That|This|There|They|He|She|We|You|I|What|Who|One|Everything|Everybody|Somebody|Nobody|Which)\b)((?:[A-Z][\w-]+)|(?:[Oo]ur|[Mm]y) (?:[\w-]+ ){0,2}${PEOPLE})(?:'ll| will| is going to| are going to| is gonna) (?=${DOING})`,
)

/** Said of what is not going to happen, of how things generally are, or of the talk itself. */
export const NOT_MEANT: readonly RegExp[] = [
  phrases(String.raw`not, never, \w+n't, if (?:we|they|it) (?:could|would), would have, could have, imagine, for example`),
  phrases('usually, normally, always, every (?:time|day|week|month), month to month, any time, whenever, do (?:one|two|three|so)'),
  phrases(`move on, wrap up, get started, kick off, crack on, talk about, tell you, show you, explain, mostly, start with, go (?:over|through|back to the|on), come to that, let you, be honest, get (?:your|the|an) (?:\\w+ ){1,3}(?:on|by|from),
  say, ask you, get to, let me (?:see|ask|share|show|start|just|try|give|check|find|finish|do|tell|put|take), see that, see the, can see,
  could see, you(?:'ll| will) (?:all )?(?:get|see|find|be able), go and do, get (?:the|an?) (?:idea|impression|sense)`),
]

/** A head behind one of these tells how things are. */
const SUBORDINATE = /\b(?:that|which|where|how|when|why|because|than|whatever|who|unless|like)\s*$/i

/** The head of a clause; null when it has none. */
export function headOf(clause: string): Head | null {
  for (const { pattern, ...sort } of SORTS) {
    const found = pattern.exec(clause)
    if (found !== null && !SUBORDINATE.test(clause.slice(0, found.index))) return { ...sort, index: found.index, length: found[0].length }
  }
  const other = OTHERS.exec(clause)
  if (other?.[1] !== undefined) return { kind: 'promise', weak: false, assigns: false, index: other.index + other[0].indexOf(other[1]), length: other[0].length - other[0].indexOf(other[1]), doer: other[1] }
  const order = ORDER.exec(clause)
  return order === null ? null : { kind: 'request', weak: false, assigns: false, index: 0, length: order[0].length }
}
