import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Analyst } from '../analysis/analyst.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import type { Transcriber } from '../transcription/transcriber.ts'

/** A transcriber that can be replaced at runtime. The previous one finishes what it has begun. */
export function exchangeableTranscriber(current: () => Transcriber): Transcriber {
  return {
    get name() {
      return current().name
    },
    status: () => current().status(),
    transcribe: (input, options) => current().transcribe(input, options),
  }
}

/** An analyst that can be replaced at runtime. */
export function exchangeableAnalyst(current: () => Analyst): Analyst {
  return {
    get name() {
      return current().name
    },
    status: () => current().status(),
    estimate: (input) => current().estimate?.(input) ?? null,
    analyse: (input, options) => current().analyse(input, options),
  }
}

/** Placeholder for a transcriber that is not configured; already queued jobs may still reach it. */
export function absentTranscriber(name: SpeechEngine, status: EngineStatus): Transcriber {
  return {
    name,
    status: async () => status,
    transcribe: () => Promise.reject(new PermanentFailure('engine_unusable')),
  }
}

/** The same for an analyst. */
export function absentAnalyst(name: AnalystName, status: EngineStatus): Analyst {
  return {
    name,
    status: async () => status,
    analyse: () => Promise.reject(new PermanentFailure('analyst_missing')),
  }
}
