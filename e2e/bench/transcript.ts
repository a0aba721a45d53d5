const LINE_MS = 4000
const SAID = [
  'I will send you the contract for plan N by Friday.',
  'The yearly price of N teams is too high for us.',
  'Can you show how the export of report N works?',
  'We decided to start in March with N seats.',
  'That works for us, and the other N offices will follow.',
]

/**
 * Captions of a call with this many lines, four seconds each, by three speakers.
 * @param from number that its first line says; two calls with other numbers share no line.
 */
export function getCall(lines: number, from = 0): string {
  const cues = Array.from({ length: lines }, (_, i) => {
    const said = (SAID[i % SAID.length] ?? '').replace('N', String(from + i))
    return `${stamp(i * LINE_MS)} --> ${stamp((i + 1) * LINE_MS)}\n<v ${['Dana', 'Marcus', 'Lee'][i % 3]}>${said}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}
