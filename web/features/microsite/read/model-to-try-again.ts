import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'

const MODELS = [
  { name: 'openai', label: 'Try the AI server again' },
  { name: 'llama', label: 'Try the writing model again' },
] as const

/** The model that can be asked for a recap anew, and what the button says; undefined where none is ready. */
export function modelToTryAgain({ analysts }: Pick<Capabilities, 'analysts'>): (typeof MODELS)[number] | undefined {
  return MODELS.find((model) => analysts.some(({ name, ready }) => name === model.name && ready))
}
