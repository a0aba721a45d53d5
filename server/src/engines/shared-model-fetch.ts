import { PermanentFailure } from '../kernel/errors.ts'
import { ELSEWHERE, fetchStatusSchema, type FetchStatus, type ModelFetch } from '../speech-models/model-fetch.ts'
import { isFetching, isReadyIn } from './shared-engines.ts'
import type { WorkerCalls, WorkerTask } from './worker-calls.ts'
import type { Worker } from './workers-repo.ts'

interface SharedModelFetchOptions {
  /** Of this process. */
  own: ModelFetch
  workers: {
    list: () => Promise<Worker[]>
    refresh: () => Promise<void>
    onFetchLost: (listener: () => Promise<void>) => void
  }
  /** Of this process, as a worker. */
  id: string
  calls: WorkerCalls
}
type ModelWorker = Worker & { speechModel: FetchStatus }

/** States in order of interest. */
const ORDER = fetchStatusSchema.shape.state.options

/** Shows, starts and pauses the fetches of all workers on a database, as each process reports them. */
export function createSharedModelFetch({ own, workers, id, calls }: SharedModelFetchOptions): ModelFetch {
  /** The workers that fetch models. @throws {PermanentFailure} when there are none. */
  async function fetchers(): Promise<ModelWorker[]> {
    const found = (await workers.list()).filter((worker): worker is ModelWorker => worker.speechModel !== null)
    if (found.length === 0) throw new PermanentFailure('unavailable', ELSEWHERE)
    return found
  }

  /** @throws the first one's error when all fail. */
  async function askAll(asked: readonly Worker[], what: WorkerTask): Promise<void> {
    const outcomes = await Promise.allSettled(asked.map((worker) => calls.ask(worker.id, what)))
    const [failed] = outcomes.filter((outcome) => outcome.status === 'rejected')
    if (failed !== undefined && outcomes.every((outcome) => outcome.status === 'rejected')) throw failed.reason
  }

  /**
   * Resolves once the result of this process's fetch is reported, so that a new model's engine is known before a job
   * needs it.
   */
  async function report(): Promise<void> {
    await workers.refresh()
    const { state, installed } = await own.status()
    if (state !== 'idle' || installed === null) return
    const others = (await workers.list()).filter((worker) => worker.id !== id)
    await askAll(others, 'look').catch(() => {})
  }

  own.onEnd(report)
  calls.serve('look', () => workers.refresh())
  calls.serve('fetch', () => own.fetch().then(workers.refresh))
  calls.serve('pause', () => own.pause())

  return {
    ...own,
    async status() {
      const found = (await workers.list()).flatMap(({ speechModel }) => speechModel ?? [])
      const [first] = found.toSorted(byInterest)
      if (first === undefined) return own.status()
      return { ...first, installed: first.installed ?? found.find(({ installed }) => installed)?.installed ?? null }
    },

    /** Resumes an existing fetch; if there is none, every worker starts one for its missing models. */
    async fetch() {
      const found = await fetchers()
      const begun = found.filter(({ speechModel: { state } }) => state !== 'idle')
      const lacking = found.filter(({ speechModel: { best, installed } }) => best === null || best.id !== installed)
      await askAll(begun.length > 0 ? begun : lacking, 'fetch')
    },

    async pause() {
      const goOn = (await fetchers()).filter(
        ({ speechModel: { state } }) => state === 'fetching' || state === 'waiting',
      )
      await askAll(goOn, 'pause')
    },

    /** A worker that has a model and fetches no better one is not waited for. */
    async underWay() {
      const all = await workers.list()
      const canTranscribe = (worker: Worker) => !isFetching(worker) && isReadyIn(worker.engines.transcribers, 'sherpa')
      return all.some(isFetching) && !all.some(canTranscribe)
    },

    onEnd(listener) {
      own.onEnd(listener)
      workers.onFetchLost(listener)
    },
  }
}

/** Running fetches first, then available ones. */
function byInterest(a: FetchStatus, b: FetchStatus): number {
  return ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || Number(lacksBest(b)) - Number(lacksBest(a))
}

function lacksBest({ best, installed }: FetchStatus): boolean {
  return best !== null && best.id !== installed
}
