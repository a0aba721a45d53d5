import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Result } from './result.ts'

const run = promisify(execFile)
const MEASURE = fileURLToPath(new URL('../../server/eval/scaling.ts', import.meta.url))
/** Below it the clock and the compiler decide. ms */
const LEAST_MS = 20

interface Measurement {
  speakers: string
  lines: number
  times: Record<string, number>
}

/** How each step of the work on a transcript grows with its lines, with three speakers and with as many as lines. */
export async function benchScaling(): Promise<Result[]> {
  const { stdout } = await run(process.execPath, [MEASURE], { maxBuffer: 1024 ** 2 })
  const measured = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measurement)
  return ['few', 'many'].flatMap((speakers) => {
    const series = measured.filter((measurement) => measurement.speakers === speakers)
    return Object.keys(series[0]?.times ?? {}).map((step) => ({
      what: `scaling: ${step}, ${speakers === 'few' ? 'three speakers' : 'as many speakers as lines'}`,
      measured: inWords(series.map(({ lines, times }) => [lines, times[step] ?? 0])),
      goal: 'an exponent of at most 1.2 (n log n)',
    }))
  })
}

function inWords(points: [lines: number, ms: number][]): string {
  const measured = points.map(([lines, ms]) => `${lines}: ${Math.round(ms)} ms`).join(', ')
  const counted = points.filter(([, ms]) => ms >= LEAST_MS)
  return counted.length < 2 ? `too fast to tell (${measured})` : `exponent ${slope(counted).toFixed(2)} (${measured})`
}

/** Of the line through the logarithms, by least squares. */
function slope(points: readonly [number, number][]): number {
  const logs = points.map(([lines, ms]) => [Math.log(lines), Math.log(ms)] as const)
  const mean = (of: (log: readonly [number, number]) => number) =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length
  const [x, y] = [mean(([log]) => log), mean(([, log]) => log)]
  return mean(([a, b]) => (a - x) * (b - y)) / mean(([a]) => (a - x) ** 2)
}
