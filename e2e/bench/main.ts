import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchAnalysis } from './analysis.ts'
import { benchBesideAJob } from './beside-a-job.ts'
import { benchEnumeration } from './enumeration.ts'
import { benchFairness } from './fairness.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchScaling } from './scaling.ts'
import { benchHourCost } from './hour-cost.ts'
import { benchHourTokens } from './hour-tokens.ts'
import { benchLoad } from './load.ts'
import { benchLongCall } from './long-call.ts'
import { benchPageReaders } from './page-readers.ts'
import { benchPipeline } from './pipeline.ts'
import { benchSearch } from './search.ts'
import { benchSharedPage } from './shared-page.ts'
import { benchSoak } from './soak.ts'
import type { Result } from './result.ts'
import { benchSpeech } from './speech.ts'
import { benchStart } from './start.ts'
import { benchStopToLink } from './stop-to-link.ts'
import { benchStopToPage } from './stop-to-page.ts'
import { benchUpload } from './upload.ts'
import buildProduct from '../fixtures/global-setup.ts'

const BENCHMARKS: Record<string, (work: string) => Promise<Result[]>> = {
  'start': benchStart,
  'pipeline': benchPipeline,
  'speech': benchSpeech,
  'analysis': benchAnalysis,
  'upload': benchUpload,
  'search': benchSearch,
  'shared-page': benchSharedPage,
  'page-readers': benchPageReaders,
  'first-load': benchFirstLoad,
  'stop-to-link': benchStopToLink,
  'stop-to-page': benchStopToPage,
  'long-call': benchLongCall,
  'scaling': benchScaling,
  'fairness': benchFairness,
  'enumeration': benchEnumeration,
  'beside-a-job': benchBesideAJob,
  'hour-cost': benchHourCost,
  'hour-tokens': benchHourTokens,
  'load': benchLoad,
  'soak': benchSoak,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}"; there are ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(1)
}
buildProduct()
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const work = await mkdtemp(join(tmpdir(), 'callfolio-bench-'))
  try {
    for (const { what, measured, goal } of await run(work)) console.log(`| ${what} | ${measured} | ${goal} |`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
