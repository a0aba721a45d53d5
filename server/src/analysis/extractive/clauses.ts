import { oneOf, phrases } from './phrases.ts'

const AUXILIARY = phrases(
  String.raw`am, is, are, was, were, has, have, had, do, does, did, will, would, can, could, should, must, may, might, shall, cannot, let's, let us, \w+n't,
  \w+'(?:re|m|ll|ve|d), (?:it|he|she|that|there|this|what|who|where|here|how|one|everything|everybody|nobody|nothing)'s`,
)
/** "The gym's fine" is a statement, "the gym's roof" is not. */
const NOUN_IS = /\w's (?:an?|the|not|no|in|on|at|about|going|been|got|only|already|just|too|very|more|less|\w+ed|\w+ing|\d\S*|\w+(?=[,.;]))\b/i
/** Forms that are hardly ever anything but a verb. */
const VERB = phrases(
  String.raw`needs, wants?, costs, means, meant, takes, took, makes, made, gets, got, goes, went, comes, came, gives, gave, works, runs, ran, says, said,
  tells, told, shows, sends, sent, sees, saw, finds, found, keeps, kept, leaves, left, loses, lost, pays, paid, sits, happens, includes, supports, depends,
  allows, requires, stores, measures, arrives, lets, knows, knew, thinks, thought, looks, seems, becomes, became, begins, began, helps, brings, brought,
  buys, bought, builds, built, holds, held, writes, wrote, reads, drops, falls, fell, grows, grew, stands, stood, agrees, covers, saves, spends, spent,
  sells, sold, asks, uses, turns, moves, adds, opens, starts, stays, stops, fits, ends, drives, drove, breaks, broke, hates, loves, likes, expects, offers,
  provides, remains, applies, follows, matters, belongs, suggests, handles, creates, warns, fails, wins, won, feels, felt, hears, heard, meets, met,
  appears, decides, speaks, spoke, understands, chose, chooses, throws, threw, lies, leads, led, rises, rose, gonna, need to, have to`,
)
/** Any word after these subjects is what they do; "the trucks go" needs a verb that is common enough. */
const PLAIN = new RegExp(
  String.raw`\b(?:I|we|you|they|people|who|everybody)\s+(?:(?:also|just|really|still|already|usually|always|never|often|only|then|now|all|both)\s+)*[a-z]{2,}|\b(?:\w+s|people|men|women|children)\s+(?:also |just |still |usually |always |often |only )?${oneOf(`go, get, make, take, come,
  give, see, find, say, send, keep, leave, lose, pay, run, sit, mean, know, think, need, want, use, like, ask, tell, show, put, bring, buy, call, arrive, expect, agree, try, throw`)}\b`,
  'i',
)

/** "The guy fills out …": a thing, and a doing that goes on to something. */
const THIRD_PERSON = /\b(?:it|he|she|who|which|\w+body|(?:the|an?|our|your|their|each|every) [\w-]+)\s+(?:(?:also|just|only|then|always|usually|still)\s+)?[a-z]+[^s\s]s\s+(?:an?|the|it|them|us|you|me|out|up|off|to|in|into|on|at|from|with|two|three|four|five|what|how|that|our|your|their|my)\b/i

/** "With everything included" tells nothing yet. */
const PARTICIPLE = /(?<!^|\b(?:the|an?|our|your|their|my|of|with|and|or|new|old|one) )\b\w\w+ed\b/i
const OPENS_WITH_PREPOSITION = /^(?:with|without|for|from|up to|about|of|in|on|at|by|after|before)\b/i

/** True when a text has somebody or something do or be something; a bare list of things has not. */
export function isClause(text: string): boolean {
  return [AUXILIARY, NOUN_IS, VERB, PLAIN, THIRD_PERSON].some((pattern) => pattern.test(text)) || (PARTICIPLE.test(text) && !OPENS_WITH_PREPOSITION.test(text))
}
