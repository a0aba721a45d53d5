/** Shows the reader which parts of a text are not in the lines it cites. */
export function UnprovenNote({ parts }: { parts: readonly string[] }) {
  return (
    <span className="block text-13 text-muted">
      Not in the cited lines: {parts.map((part) => `“${part}”`).join(', ')}. Please check.
    </span>
  )
}
