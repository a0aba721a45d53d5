/** A duration for a sentence: "40 s", "1 minute", "30 minutes". Rounded up. */
export function timeInWords(ms: number): string {
  if (ms < 60_000) return `${Math.ceil(ms / 1000)} s`
  const minutes = Math.ceil(ms / 60_000)
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}
