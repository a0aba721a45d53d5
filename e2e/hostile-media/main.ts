import { KINDS } from './recipe.ts'
import { runHostileMedia, type Outcome } from './run.ts'

/**
 * `npm run hostile-media -- 200 1`: two hundred broken, huge, nested, disguised and bomb-like files of seed 1, sent
 * to the built product as recordings and captions. Exits with 1 when a check failed. Figures: docs/RELIABILITY.md.
 */
const [count = '200', seed = '1'] = process.argv.slice(2)
/** Every tenth is transcribed too. */
const TRANSCRIBED_EVERY = 10

const outcomes: Outcome[] = []
await runHostileMedia({ count: Number(count), seed: Number(seed), transcribedEvery: TRANSCRIBED_EVERY }, (outcome) => {
  outcomes.push(outcome)
  const { kind, name, end, seconds, peakMib, sentence, wrongs } = outcome
  const facts = [kind, name, end, `${seconds.toFixed(1)} s`, `${Math.round(peakMib)} MiB`, sentence ?? '']
  console.log([...facts, ...wrongs.map((wrong) => `WRONG: ${wrong}`)].join('\t'))
})

const most = (of: readonly Outcome[], fact: (outcome: Outcome) => number) => Math.max(0, ...of.map(fact))
for (const kind of KINDS) {
  const of = outcomes.filter((outcome) => outcome.kind === kind)
  const ended = (end: Outcome['end']) => `${of.filter((outcome) => outcome.end === end).length} ${end}`
  const slowest = of.toSorted((a, b) => b.seconds - a.seconds)[0]
  console.log(
    [
      `${kind}: ${of.length} files`,
      ...(['active', 'failed', 'refused'] as const).map(ended),
      `slowest ${slowest?.seconds.toFixed(1) ?? 0} s (${slowest?.name ?? 'none'})`,
      `peak memory ${Math.round(most(of, ({ peakMib }) => peakMib))} MiB`,
      `data folder grew by ${Math.round(most(of, ({ grownMib }) => grownMib))} MiB at most`,
    ].join(', '),
  )
}
const wrong = outcomes.filter(({ wrongs }) => wrongs.length > 0)
console.log(`${outcomes.length} files of seed ${seed}: ${wrong.length} failed a check`)
process.exitCode = wrong.length > 0 ? 1 : 0
