import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchFairness } from './fairness.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchInteractions } from './interactions.ts'
import { benchLoad } from './load.ts'
import { benchPageReaders } from './page-readers.ts'
import { benchPipeline } from './pipeline.ts'
import { benchRecorder } from './recorder.ts'
import { benchSearch } from './search.ts'
import { benchSharedPage } from './shared-page.ts'
import type { BenchOptions, Result } from './result.ts'
import { benchStart } from './start.ts'
import { benchStopToLink } from './stop-to-link.ts'
import { benchStopToPage } from './stop-to-page.ts'
import { benchUpload } from './upload.ts'
import buildProduct from '../fixtures/global-setup.ts'

const BENCHMARKS: Record<string, (work: string, options: BenchOptions) => Promise<Result[]>> = {
  'start': benchStart,
  'pipeline': benchPipeline,
  'upload': benchUpload,
  'search': benchSearch,
  'shared-page': benchSharedPage,
  'page-readers': benchPageReaders,
  'first-load': benchFirstLoad,
  'interactions': benchInteractions,
  'stop-to-link': benchStopToLink,
  'stop-to-page': benchStopToPage,
  'fairness': benchFairness,
  'load': benchLoad,
  'recorder': benchRecorder,
}

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '3' } },
})
const options: BenchOptions = { minutes: Number(values.minutes) }
const unknown = chosen.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`Unknown benchmark "${unknown}". Available: ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(1)
}
buildProduct()
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const work = await mkdtemp(join(tmpdir(), 'callfolio-bench-'))
  try {
    for (const { what, measured, goal } of await run(work, options)) console.log(`| ${what} | ${measured} | ${goal} |`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
