import { oneOf } from '../language/phrases.ts'

const LEAD = String.raw`^(?:(?:oh|ah|um|uh|so|well|and|but|okay|ok|right|hm+|look|now|actually|sorry|wait|mm-hmm|you know what|no,? no|i mean),?\s+)*`

const ACCEPTS = new RegExp(
  String.raw`${LEAD}(?:${oneOf(String.raw`yes, yeah, yep, yup, sure, ok, okay, perfect, great, please, absolutely, definitely, certainly, of course, course, brilliant, lovely, excellent, fine, agreed, deal, done, exactly, grand, cool,
  on it, you got it, you bet, be my guest, good idea, good, sounds (?:good|great|fine|right), that works, works(?: for me)?, will do, can do, no problem, no worries, happy to, with pleasure, i can live with, understood, fair enough, noted, i will, we will, i'll, we'll, let's, thank you, thanks, go ahead, send (?:it|that|them|me|us), do that, do it, that(?:'d|'s| would| is) (?:be )?(?:good|great|perfect|fine|lovely|brilliant|amazing|helpful|useful|right|ideal|a yes|sensible|yes), i(?:'d| would) (?:like|love|appreciate) that, i think that's (?:sensible|right|fair|fine), makes sense, got it, right`)})(?![\w'-])`,
  'i',
)
const FINE_LATER =
  /\b(?:is|are|'s) (?:also |all )?(?:fine|good|perfect|okay|ok|great|all right|alright)\b[^?]*$|\bworks(?: for (?:me|us))?\.?$/i
const REFUSES = new RegExp(
  String.raw`${LEAD}(?:no(?!\s+(?:problem|worries|charge|it's fine|that's fine))\b|nope|nah|not (?:yet|now|really|today|this|at the moment|until|for now|necessarily|sure|going to)|hold off|please don't|don't (?!worry|forget)|i(?:'d| would) rather (?:not|you didn't|we didn't)|i don't (?:want|think|need)|we don't (?:want|need|allow|do)|i can't|we can't|i won't|we won't|let's not|never mind|leave it|no need|that won't|absolutely not|i(?:'m| am) not (?!arguing|being|saying|sure))`,
  'i',
)
const RETRACTS = new RegExp(
  String.raw`\b(?:(?<!\b(?:don't|not|never|i) )forget (?:that|it|i|what|${'(?:mon|tues|wednes|thurs|fri|satur|sun)day'})\b|forget i said|scratch that|strike that|never ?mind|take (?:that|it|that one|this|this one) back|walk (?:that|it) back|on second thoughts?|ignore (?:that|what)|disregard|i withdraw|we withdraw|i(?:'ll| will)? (?:have to )?pull that(?=[,.!]|$| one\b| back\b| offer\b)|(?:just|only) (?:kidding|joking)|i(?:'m| am| was) (?:kidding|joking)|shouldn't (?:have said|do that|be promising|promise|have promised|say that)|spoke too soon|got ahead of myself|let me not (?:say|promise)|i(?:'m| am) not (?:promising|handling|offering|doing|going to promise)|i can't promise|not promising|don't (?:quote me|hold me)|(?:i|we) (?:won't|can't|cannot)(?: actually)? (?:send|do|share|promise|get|give|make|have)|don't want (?:us|you|me) to promise|that was (?:premature|wrong of me)|cancel that|no,? (?:i|we) (?:can't|won't|cannot)\b|leave that (?:out|for now)|i take (?:it|that) back)`,
  'i',
)
const REDIRECTS =
  /^(?:(?:no|oh|actually|wait|sorry|hang on|hm+),?\s+)+.*\b(?:not(?! (?:at all|bad|a problem|to worry))|won't|don't(?! worry)|can't(?! wait)|instead|rather|(?<!(?:'s|\bis|\bbe|\bmuch|\beven|\blot|\bsounds) )better)\b/i
const HYPOTHETICAL =
  /\b(?:hypothetically|maybe|perhaps|might|one day|some ?day|some ?time|would be (?:fun|nice|cool)|in theory|theoretically|in (?:an|a) (?:ideal|perfect) world|(?<!\b(?:ask|check|confirm|find out|know|see|sure|tell|wonder)\b[^,.]*)if (?:it|that|things|all|you ever|we ever|anything|i (?:come|ever)) (?:went|goes|go|gets|got|works|worked)?|wouldn't|i'd love to|let's see|we'll see|i wish|imagine)\b/i
const CONDITION =
  /(?:^|[,;]\s*|\b(?:but|and|so|only|then|well)\s+)(?:if|unless|as long as|provided|assuming|depending)\b/i
const JOKE = /\[laugh|\bha(?: ha)+\b|\b(?:i'm (?:kidding|joking)|just kidding|only joking|haha|lol)\b/i
const OF_THE_CALL = new RegExp(
  String.raw`\b(?:${oneOf(String.raw`share my screen, sharing my screen, my screen, shar(?:e|ing) my (?:phone|window|desktop|tablet|laptop), screen share, share from, you're (?:on )?mute\w*, on mute, on speaker, unmute, can you (?:hear|see) (?:me|it|my|this), hear me, see my screen, in the chat, click\w*, scroll\w*, drag\w*, zoom in, log ?(?:in|out), logged (?:in|out), frozen, lagging, your mouse, battery, headset, microphone, webcam, wi-?fi, signal, tannoy,
  hand (?:over|it over) to, jump in, i'll (?:start|begin|drive|let you|stop there|be quick|be honest|keep (?:us|it|this)|go first|shut up|pause), hang on, hold on, one (?:sec|second|moment), give me (?:a|one|two) (?:sec|second|minute|moment)s?, two minutes, bear with me, where was i, dial(?:ing|ling)? in, hard stop, can i ask, let me ask, let me (?:just )?(?:see|think|show|find it|look|check quickly|jump|read|pull (?:it|this|that) up|walk you|start|be|explain|say|put it), i'll (?:tell|show) you(?! what,| by | on | before | tomorrow| next| when), recorded, recording this, press record`)})\b`,
  'i',
)
const CREDENTIALS = /\b(?:password|passcode|pin code|user ?name|login is|user is|api key|secret key|access code)\b/i
const NOT_FOR_RECIPIENTS =
  /\b(?:between (?:us|you and me|ourselves)|off the record|don't tell|confidential|keep (?:this|that|it) (?:quiet|between)|not (?:supposed|allowed) to (?:say|tell)|don't repeat|(?:i|you) didn't hear|don't (?:put|write) (?:that|this|me)|can't promise that on a call|shouldn't have said|runway|in confidence)\b/i
const FAREWELL =
  /\b(?:bye(?:-?bye)?|goodbye|see you|see ya|take care|have a (?:good|great|nice|lovely)|cheers everyone|talk (?:soon|then|on|to you)|speak (?:soon|then)|ta-ra|bye now|thanks (?:all|everyone|everybody|both|again)|thank you (?:all|everyone|both))\b/i

/** True for words that accept what was said before: "Yes", "Friday is perfect", "Please". */
export function accepts(raw: string): boolean {
  return (ACCEPTS.test(raw) || FINE_LATER.test(raw)) && !refuses(raw) && !raw.trim().endsWith('?')
}

/** True for words that decline what was said before. */
export function refuses(raw: string): boolean {
  return REFUSES.test(raw)
}

/** True when speakers take back what they or their side said. */
export function retracts(raw: string): boolean {
  return RETRACTS.test(raw) || REDIRECTS.test(raw)
}

/** True for what is only possible, or depends on something. */
export function isHypothetical(raw: string): boolean {
  return HYPOTHETICAL.test(raw)
}

/** The unconditional part of "I'll send it to you both, and if you give me her address I'll put her on it". */
export function withoutAndIf(raw: string): string {
  return raw.replace(/(?<=\w),? and if\b.*/is, '')
}

/** True for a sentence that holds only under a condition. */
export function isConditional(raw: string): boolean {
  return CONDITION.test(raw)
}

/** True for talk about running the call: screens, sound, who speaks next, jokes. */
export function isAboutTheCall(raw: string): boolean {
  return OF_THE_CALL.test(raw) || JOKE.test(raw)
}

/** True for what recipients must not read: credentials, confidential asides. */
export function isConfidential(raw: string): boolean {
  return CREDENTIALS.test(raw) || NOT_FOR_RECIPIENTS.test(raw)
}

/** True for a goodbye. */
export function isFarewell(raw: string): boolean {
  return FAREWELL.test(raw)
}
