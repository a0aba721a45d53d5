import type { PieceCache } from './transcriber.ts'

/** A memory that lives as long as the test; `parts` is what it holds. */
export function createMemoryCache(): PieceCache & { parts: Map<string, unknown> } {
  const parts = new Map<string, unknown>()
  return {
    parts,
    recall: async (part) => parts.get(part) ?? null,
    remember: async (part, transcribed) => void parts.set(part, transcribed),
  }
}
