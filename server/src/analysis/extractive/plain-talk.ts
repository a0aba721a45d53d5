import { oneOf } from './phrases.ts'
import { escaped, shortName } from './speakers.ts'
import { capitalised } from './third-person.ts'

const TITLES = oneOf(String.raw`ma'am, sir, guys, mate, everyone, everybody, folks, madam chair`)
/** What is said before the thing itself. */
const RUN_UP = new RegExp(
  String.raw`^(?:${oneOf(String.raw`just so we're clear, just to be clear, to be clear, to be (?:\w+ )?honest(?: with you)?, in (?:all )?honesty, if i'm honest, from my side, from our side, for my part, as you know,
  as (?:i|we|\w+) (?:(?:has |have |had )?(?:said|mentioned)|was saying), like i said, the (?:other |first |second |next |last |main )?(?:thing|question|point|issue) is, one thing is, one is, what i mean is, what i'm saying is,
  the way i see it, in principle, just to recap, to recap, just to summari[sz]e, to sum up, basically, ballpark, at the end of the day, the other thing, one more thing, again, besides, by the way, for example,
  number (?:one|two|three), firstly, secondly, thirdly, first, second, third, one, two, three, four, maybe, i'll be honest, i will be honest, i'll be (?:direct|straight|frank)(?: with you)?, i would say, i'd say, let me say, see, listen, let's say, as a matter of fact, hopefully, unfortunately, then`)}\s*,\s*|(?:I|we) (?:figured out|worked out|noticed|realised|realized|found out)(?: that)? (?=(?:last|this) (?:year|month|week)|we\b|I\b|it\b)|the (?:other |first |second |next |last |main )?(?:thing|point|issue) is(?: that)? (?=(?:I|we|it|they|the|there|our|my|you)\b)|(?:that's|that is) because |what(?:'s| is) happening is,? |what happens is,? |the reason is,? |(?:then|like|just) (?=(?:I|we|it|they|the|there|our|my|let's)\b))`,
  'i',
)
/** What is said after it. */
const RUN_OUT = new RegExp(
  String.raw`,?\s*${oneOf(String.raw`to be (?:\w+ )?honest(?: with you)?, if i'm honest, i'll be (?:honest|direct|straight|frank)(?: with you)?, if you (?:like|want|will), if that (?:helps|works|makes sense), let's say, as i said, like i said,
  i think, i guess, i suppose, i believe, i read, i heard, i would say, i'd say, of course, mind, to be fair, at this moment, so to speak, by the way, as well as that, though, for what it's worth, does that make sense, is that (?:fair|right|okay)`)}\s*(?=[.?!]?$)`,
  'i',
)

/**
 * Makes what takes only talk off a tidied sentence: names of those spoken to, run-ups ("to be honest") and what trails behind.
 * @param names of those who speak in the call.
 */
export function createTalkRemover(names: readonly string[]): (tidied: string) => string {
  const forms = new Set(names.map(shortName).flatMap((name) => [name, ...name.split(' ')]).filter((name) => name.length > 2))
  const called = String.raw`${oneOf([TITLES, ...[...forms].map(escaped)].join(', '))}(?: ji)?`
  const front = new RegExp(String.raw`^${called}\s*,\s*`, 'i')
  const inside = new RegExp(String.raw`,\s*${called}\s*(?=[,.?!]|$)`, 'gi')
  return (tidied) => {
    let [before, text] = ['', tidied]
    while (before !== text) {
      before = text
      text = text.replace(inside, '').replace(front, '').replace(RUN_UP, '').replace(RUN_OUT, '')
    }
    return capitalised(text)
  }
}
