/** Shows the reader what of a text is not in the lines that it leads to. */
export function UnprovenNote({ parts }: { parts: readonly string[] }) {
  return (
    <span className="block text-13 text-muted">
      Please check: {parts.join(', ')} {parts.length === 1 ? 'was' : 'were'} not found in the cited lines.
    </span>
  )
}
