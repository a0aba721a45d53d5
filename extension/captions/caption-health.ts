/** The line that shows whether captions arrive: "captions: 12 lines, last 3 s ago". Times in ms since 1970. */
export function describeHealth(lines: number, lastLineAt: number, now: number): string {
  if (lines === 0) return 'captions: no lines yet'
  const seconds = Math.max(0, Math.floor((now - lastLineAt) / 1000))
  const ago = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
  return `captions: ${lines} ${lines === 1 ? 'line' : 'lines'}, last ${ago} ago`
}
