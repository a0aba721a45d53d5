import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** The names in the transcript, as suggestions for inputs with `list={id}`. */
export function SpeakerNames({ id, segments }: { id: string; segments: readonly Segment[] }) {
  const names = new Set(segments.map(({ speaker }) => speaker).filter((name) => name !== null))
  return (
    <datalist id={id}>
      {[...names].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </datalist>
  )
}
