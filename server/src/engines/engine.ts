import type { z } from 'zod'
import type { Analyst } from '../analysis/analyst.ts'
import type { Settings } from '../kernel/setting.ts'
import type { Media } from '../media/media.ts'
import type { Diariser } from '../speakers/diariser.ts'
import type { Model } from '../speech-models/manifest.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import type { Transcriber } from '../transcription/transcriber.ts'

/** Inputs of an engine besides its settings. */
export interface EngineParts {
  media: Media
  /** MODELS_DIR. */
  modelsFolder: string
  /** The known models. */
  models: readonly Model[]
  /** For engines that compute here. */
  tasks: TaskRunner
}

/** How an engine is created; its description is in `shared/engines.ts`. */
export interface Engine<Shape extends Settings, Made> {
  /** Its description in `.env.example`, in brackets after its id; default: its own settings say enough. */
  about?: string
  /** Its own settings. A setting shared by several engines is in the settings of each. */
  settings: Shape
  /** Settings required to use it; absent: none. */
  needs?: Needs<Shape>
  /**
   * Called only when its requirements are met. Imports its driver on demand, so that unused libraries don't slow down
   * the start.
   */
  create(settings: z.output<z.ZodObject<Shape>>, parts: EngineParts): Promise<Made>
}

export interface Needs<Shape extends Settings> {
  /** As in "it needs …". */
  what: string
  isMet(settings: z.output<z.ZodObject<Shape>>): boolean
}

/**
 * An analyst that asks a model has a time limit, ms; one without a limit needs no model and is the fallback of the
 * others.
 */
export interface AnalystEngine<Shape extends Settings> extends Engine<Shape, Analyst> {
  limitMs?(settings: z.output<z.ZodObject<Shape>>): number
}

export function transcriber<Shape extends Settings>(engine: Engine<Shape, Transcriber>): Engine<Shape, Transcriber> {
  return engine
}

export function diariser<Shape extends Settings>(engine: Engine<Shape, Diariser>): Engine<Shape, Diariser> {
  return engine
}

export function analyst<Shape extends Settings>(engine: AnalystEngine<Shape>): AnalystEngine<Shape> {
  return engine
}
