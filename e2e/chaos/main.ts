/**
 * `npm run chaos -- 300 1`: three hundred runs of the main job from seed 1 on, with kill -9, a full and a read-only
 * disk and a failing AI server at random times. `-- 1 42` repeats the run of seed 42. Exits with 1 when anything
 * acknowledged was lost, a job got stuck or ran twice, or something was left behind. `-- services 300 1`: the same
 * with a failing database server, bucket and mail server instead of the disk. `-- cluster 20 120 1`: twenty
 * recordings on two web processes and two workers, killed at random for 120 s with seed 1. Figures:
 * docs/RELIABILITY.md.
 */
import { runCluster } from './cluster/run.ts'
import { runChaos } from './run.ts'

if (process.argv[2] === 'cluster') {
  const [recordings = '20', seconds = '120', seed = '1'] = process.argv.slice(3)
  const outcome = await runCluster({
    recordings: Number(recordings),
    killsMs: Number(seconds) * 1000,
    seed: Number(seed),
  })
  console.log(JSON.stringify(outcome, null, 2))
  process.exit(outcome.wrongs.length > 0 ? 1 : 0)
}
const on = process.argv[2] === 'services' ? 'services' : 'disk'
const [count = '300', first = '1'] = process.argv.slice(on === 'services' ? 3 : 2)
const totals = { runs: 0, wrong: 0, acknowledged: 0, faults: new Map<string, number>() }
const seeds = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
await runChaos(on, seeds, ({ seed, faults, acknowledged, redacted, wrongs, seconds }) => {
  totals.runs += 1
  totals.acknowledged += acknowledged
  if (wrongs.length > 0) totals.wrong += 1
  for (const fault of faults) {
    const [kind = ''] = fault.split(/[:,]/)
    totals.faults.set(kind, (totals.faults.get(kind) ?? 0) + 1)
  }
  console.log(
    `${seed}\t${seconds.toFixed(1)} s\t${acknowledged} acknowledged, ${redacted} redacted\t${faults.join('; ')}\t${wrongs.join('; ') || 'ok'}`,
  )
})
const faults = [...totals.faults].map(([kind, times]) => `${times} × ${kind}`).join(', ')
console.log(`${totals.runs} runs, ${totals.acknowledged} calls acknowledged, ${faults}: ${totals.wrong} runs failed`)
process.exitCode = totals.wrong > 0 ? 1 : 0
