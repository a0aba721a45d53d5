import type { PieceCache } from './transcriber.ts'

/** A memory that lasts for one test; `parts` is its content. */
export function createMemoryCache(): PieceCache & { parts: Map<string, unknown> } {
  const parts = new Map<string, unknown>()
  return {
    parts,
    recall: async (part) => parts.get(part) ?? null,
    remember: async (part, transcribed) => void parts.set(part, transcribed),
  }
}
