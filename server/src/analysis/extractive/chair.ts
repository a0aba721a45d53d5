import { phrases } from './phrases.ts'
import type { Sentence } from './sentences.ts'

const LEADS = phrases(
  String.raw`let's (?:start|begin|get started|move on|go on|wrap up), agenda, welcome, (?:in the |the |our )?next meeting, wrap up, next (?:item|topic|point),
  (?:\w+ )?minutes (?:left|to go), move on, any (?:other )?(?:questions|thoughts|business), i'd like you, i want you, i need you,
  we're going to meet, meet again, thank you (?:all|everyone|everybody|for coming), thanks (?:everyone|everybody|all), so to sum up,
  that's it for today, go ahead, we have to decide, you can start, it's your turn, your turn, your presentations?, the minutes`,
)
const FEWEST_CUES = 3

/** Who leads the call: one speaker opens, moves on and closes it far more than the others do; null: nobody does. */
export function chairOf(sentences: readonly Sentence[]): string | null {
  const cues = new Map<string, number>()
  for (const { speaker, text } of sentences) if (speaker !== null && LEADS.test(text)) cues.set(speaker, (cues.get(speaker) ?? 0) + 1)
  const [first, second] = [...cues].toSorted((a, b) => b[1] - a[1])
  return first !== undefined && first[1] >= FEWEST_CUES && first[1] >= 2 * (second?.[1] ?? 0) ? first[0] : null
}
