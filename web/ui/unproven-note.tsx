/** Shows the reader which parts of a text are not in the lines it cites. */
export function UnprovenNote({ parts }: { parts: readonly string[] }) {
  return (
    <span className="block text-13 text-muted">
      Please check: {parts.join(', ')} {parts.length === 1 ? 'was' : 'were'} not found in the cited lines.
    </span>
  )
}
