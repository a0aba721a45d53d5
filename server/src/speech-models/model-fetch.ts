import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { freeDiskBytes } from '../kernel/disk-watch.ts'
import type { Clock } from '../kernel/clock.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { parseJson } from '../kernel/parse-json.ts'
import { chooseSpeechModels, thisMachine, type Machine } from './choose-model.ts'
import type { Model } from './manifest.ts'
import { modelPath, partPath, sizeFor } from './model-folder.ts'
import { pullModel, type PullOptions } from './pull-model.ts'
import { modelBytes } from './sizes.ts'

/**
 * State of a fetch. `waiting`: it was interrupted and is retried later. `failed`: it is retried only on request or at
 * the next start.
 */
export type FetchState = FetchStatus['state']

/** State of the speech model and its fetch. Sizes in bytes. */
export const fetchStatusSchema = z.object({
  state: z.enum(['fetching', 'waiting', 'paused', 'failed', 'idle']),
  /** The installed speech model; null: none. */
  installed: z.string().nullable(),
  /** The model that suits this machine; null: none does, and `problem` says why. */
  best: z.object({ id: z.string(), languages: z.array(z.string()).readonly(), bytes: z.number() }).nullable(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  /** Estimated from this run; null: unknown. */
  secondsLeft: z.number().nullable(),
  problem: z.string().nullable(),
})
export type FetchStatus = z.infer<typeof fetchStatusSchema>

interface ModelFetchOptions extends Pick<PullOptions, 'folder' | 'from' | 'egress' | 'retryMs' | 'getFreeBytes'> {
  /** `auto`: starts at the first start, without a request. */
  mode: 'auto' | 'offer' | 'manual'
  /** False: the settings use no speech model on this machine, so none is fetched. */
  used: boolean
  /** False: other processes handle recordings and store the models. */
  here: boolean
  models: readonly Model[]
  /** SPEECH_MODEL. */
  preferred: string
  /** Stores the requested fetch until it is complete, so that the next start resumes it after a kill. */
  stateFile: string
  clock: Clock
  log: Logger
  machine?: () => Machine
  /** Waits before the next attempt. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Fetches the speech model in the background. */
export interface ModelFetch {
  /** Resumes an earlier process's fetch; with `auto`, starts one. */
  start(): Promise<void>
  /** Stops the fetch; the next start resumes it. */
  stop(): Promise<void>
  /** Starts, or resumes after a pause or failure. @throws {PermanentFailure} when no model suits this machine. */
  fetch(): Promise<void>
  pause(): Promise<void>
  status(): Promise<FetchStatus>
  /** Bytes of installed and partial models, and free bytes on their disk; null: they are stored elsewhere. */
  disk(): Promise<{ models: number; free: number } | null>
  /** True while recordings may wait for the model: it is being fetched and not paused. */
  underWay(): Promise<boolean>
  /** Calls back when the model has arrived or the fetch has stopped without it. */
  onEnd(listener: () => Promise<void>): void
}

/** Status of a process that handles no recordings when no worker reports one. */
export const ELSEWHERE = 'No worker that uses a speech model is running. Start one to download it.'

/** The stored request. */
const plannedSchema = z.object({ models: z.array(z.string()), paused: z.boolean() })
type Planned = z.infer<typeof plannedSchema>

interface Run {
  stop: AbortController
  ended: Promise<void>
}

const MINUTE_MS = 60_000
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = 60 * MINUTE_MS
/** Progress is logged once per this share, in percent. */
const LOGGED_STEP = 10

/** @returns the process's single fetch; nothing runs before `start`. */
export function createModelFetch(options: ModelFetchOptions): ModelFetch {
  const { folder, models, preferred, stateFile, log, clock, getFreeBytes = freeDiskBytes } = options
  const { machine = thisMachine, wait = (ms, signal) => delay(ms, undefined, { signal }) } = options
  const { listeners, notify } = createListeners(log)
  let state: FetchState = 'idle'
  let problem: string | null = null
  let run: Run | null = null
  let meter = createMeter([], clock)
  const { save, read } = createPlanFile(stateFile)
  // Two clicks start one fetch.
  const inTurn = createTurns()

  async function choose(): Promise<Model[] | string> {
    if (!options.here) return ELSEWHERE
    await mkdir(folder, { recursive: true })
    return chooseSpeechModels(models, machine(), { preferred, diskBytes: await getFreeBytes(folder) })
  }

  async function begin(planned: readonly Model[]): Promise<void> {
    meter = createMeter(await measureFiles(folder, planned), clock)
    ;[state, problem] = ['fetching', null]
    const stop = new AbortController()
    run = { stop, ended: work(planned, stop.signal) }
  }

  async function work(planned: readonly Model[], signal: AbortSignal): Promise<void> {
    log.info({ models: planned.map(({ id }) => id), bytes: meter.total() }, 'downloading the speech model')
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await pullAll(planned, meter, { ...options, signal })
        await rm(stateFile, { force: true })
        ;[state, problem] = ['idle', null]
        log.info('the speech model is installed and in use')
        return await notify()
      } catch (error) {
        if (signal.aborted) return
        const next = retryAfter(error, attempt)
        const sentence = error instanceof PermanentFailure ? error.message : describeError(error)
        // An unchanged status is not reported.
        if (sentence !== problem) log.warn({ next_attempt_ms: next }, `the speech model wasn’t downloaded: ${sentence}`)
        ;[state, problem] = [next === null ? 'failed' : 'waiting', sentence]
        await notify()
        if (next === null) return
        await wait(next, signal).catch(() => {})
        if (!signal.aborted) state = 'fetching'
      }
    }
  }

  async function endRun(): Promise<void> {
    run?.stop.abort()
    await run?.ended
    run = null
  }

  const known = (ids: readonly string[]) => models.filter(({ id }) => ids.includes(id))

  async function fetch(): Promise<void> {
    if (!options.used) throw new PermanentFailure('unavailable', 'This server’s settings don’t use a speech model.')
    if (run !== null && (state === 'fetching' || state === 'waiting')) return
    await endRun()
    const chosen = await choose()
    if (typeof chosen === 'string') throw new PermanentFailure('unavailable', chosen)
    await save({ models: chosen.map(({ id }) => id), paused: false })
    await begin(chosen)
  }

  async function goOn(): Promise<void> {
    if (!options.used) return
    const planned = await read()
    if (planned !== null && known(planned.models).length > 0) {
      if (!planned.paused) return begin(known(planned.models))
      meter = createMeter(await measureFiles(folder, known(planned.models)), clock)
      state = 'paused'
    } else if (options.mode === 'auto' && (await installedSpeechModel(folder, models)) === null)
      await fetch().catch((error: unknown) => {
        problem = describeError(error)
        log.warn(`no speech model downloaded: ${problem}`)
      })
  }

  async function pause(): Promise<void> {
    if (!options.here) throw new PermanentFailure('unavailable', ELSEWHERE)
    const planned = await read()
    if (planned === null) return
    await save({ ...planned, paused: true })
    await endRun()
    ;[state, problem] = ['paused', null]
    await notify()
  }

  return {
    start: () => inTurn(goOn),
    stop: () => inTurn(endRun),
    fetch: () => inTurn(fetch),
    pause: () => inTurn(pause),

    async status() {
      const chosen = await choose()
      return {
        state,
        installed: (await installedSpeechModel(folder, models))?.id ?? null,
        best: typeof chosen === 'string' ? null : getBest(chosen),
        doneBytes: meter.done(),
        totalBytes: meter.total(),
        secondsLeft: state === 'fetching' ? meter.secondsLeft() : null,
        problem: problem ?? (typeof chosen === 'string' ? chosen : null),
      }
    },

    disk: async () => (options.here ? getDisk(folder, models, getFreeBytes) : null),

    underWay: async () => state === 'fetching',

    onEnd: (listener) => void listeners.push(listener),
  }
}

/** The model of a choice that recognizes speech, with the bytes of all of it; null: the choice has none. */
function getBest(chosen: readonly Model[]): FetchStatus['best'] {
  const best = chosen.find(isRecogniser)
  const bytes = chosen.reduce((sum, each) => sum + modelBytes(each), 0)
  return best ? { id: best.id, languages: best.languages, bytes } : null
}

async function getDisk(folder: string, models: readonly Model[], getFreeBytes: (folder: string) => Promise<number>) {
  await mkdir(folder, { recursive: true })
  const measured = await measureFiles(folder, models)
  return { models: measured.reduce((sum, { done }) => sum + done, 0), free: await getFreeBytes(folder) }
}

/** What is called when a fetch ends. */
function createListeners(log: Logger) {
  const listeners: (() => Promise<void>)[] = []
  async function notify(): Promise<void> {
    for (const listener of listeners)
      await listener().catch((error: unknown) => log.error({ err: error }, 'a step after the model download failed'))
  }
  return { listeners, notify }
}

/** Stores the request, and reads it at the next start. */
function createPlanFile(stateFile: string) {
  async function save(planned: Planned): Promise<void> {
    await mkdir(dirname(stateFile), { recursive: true })
    await writeFile(`${stateFile}.part`, JSON.stringify(planned))
    await rename(`${stateFile}.part`, stateFile)
  }

  async function read(): Promise<Planned | null> {
    const text = await readFile(stateFile, 'utf8').catch(() => null)
    if (text === null) return null
    // An unreadable file counts as missing: fetched files stay in the models' folder.
    return plannedSchema.safeParse(parseJson(text)).data ?? null
  }
  return { save, read }
}

/** Runs changes one at a time. */
function createTurns() {
  let turn: Promise<unknown> = Promise.resolve()
  function inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = turn.then(change)
    turn = changed.catch(() => {})
    return changed
  }
  return inTurn
}

async function pullAll(
  planned: readonly Model[],
  meter: ReturnType<typeof createMeter>,
  options: Omit<PullOptions, 'onProgress'> & Pick<ModelFetchOptions, 'log'>,
): Promise<void> {
  let logged = 0
  for (const model of planned)
    await pullModel(model, {
      ...options,
      onProgress: (file, bytes) => {
        meter.advance(`${model.id}/${file.name}`, bytes)
        const percent = Math.floor((100 * meter.done()) / meter.total() / LOGGED_STEP) * LOGGED_STEP
        if (percent <= logged) return
        logged = percent
        options.log.info({ percent }, 'downloading the speech model')
      },
    })
}

/** The speech model that would be used, judged by its file sizes; null: none. */
async function installedSpeechModel(folder: string, models: readonly Model[]): Promise<Model | null> {
  const isHere = async (model: Model) => {
    for (const file of model.files) if ((await sizeFor(modelPath(folder, model, file))) !== file.bytes) return false
    return true
  }
  for (const model of models) if (isRecogniser(model) && (await isHere(model))) return model
  return null
}

function isRecogniser({ kind }: Pick<Model, 'kind'>): boolean {
  return kind === 'transducer' || kind === 'whisper'
}

/** ms until the next attempt, longer each time; null: no automatic retry. */
function retryAfter(error: unknown, attempt: number): number | null {
  if (error instanceof PermanentFailure && error.code !== 'unavailable') return null
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS)
}

interface MeasuredFile {
  name: string
  total: number
  /** Bytes already on disk. */
  done: number
}

async function measureFiles(folder: string, models: readonly Model[]): Promise<MeasuredFile[]> {
  const measured: MeasuredFile[] = []
  for (const model of models)
    for (const file of model.files) {
      const path = modelPath(folder, model, file)
      const done = (await sizeFor(path)) ?? (await sizeFor(partPath(path))) ?? 0
      measured.push({ name: `${model.id}/${file.name}`, total: file.bytes, done: Math.min(done, file.bytes) })
    }
  return measured
}

/** Counts bytes, and estimates the remaining time from this run's speed. */
function createMeter(files: readonly MeasuredFile[], clock: Clock) {
  const done = new Map(files.map((file) => [file.name, file.done]))
  const total = files.reduce((sum, file) => sum + file.total, 0)
  const sum = () => [...done.values()].reduce((all, bytes) => all + bytes, 0)
  const [startedAt, atStart] = [clock().getTime(), sum()]
  return {
    total: () => total,
    done: sum,
    advance: (name: string, bytes: number) => void done.set(name, bytes),
    secondsLeft() {
      const seconds = (clock().getTime() - startedAt) / 1000
      const fetched = sum() - atStart
      return seconds < 1 || fetched <= 0 ? null : Math.ceil(((total - sum()) * seconds) / fetched)
    },
  }
}
