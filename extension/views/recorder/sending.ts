import { formatMegabytes } from '@callfolio/shared/format.ts'
import type { RecordingSending } from '../../messaging/recording-protocol.ts'

/** An upload's progress, in a line. @param bytes total to send so far. */
export function describeSending({ state, sentBytes, failure }: RecordingSending, bytes: number): string {
  const sent = Math.min(sentBytes, bytes)
  if (failure?.code === 'unreachable') return describeWaiting(sent, bytes)
  if (failure !== null) return `${formatMegabytes(bytes)} saved on this computer. ${failure.message}`
  return state === 'idle'
    ? `${formatMegabytes(bytes)} saved on this computer`
    : `${formatMegabytes(sent)} of ${formatMegabytes(bytes)} uploaded`
}

/** How much of a recording the server has, 0–100. @param bytes total to send so far. */
export function sentShare({ sentBytes }: Pick<RecordingSending, 'sentBytes'>, bytes: number): number {
  return bytes === 0 ? 0 : (100 * Math.min(sentBytes, bytes)) / bytes
}

/** Progress of an upload whose server doesn't answer. @param sent and @param total bytes. */
export function describeWaiting(sent: number, total: number): string {
  return `Waiting for the server. ${formatMegabytes(sent).replace(' MB', '')} of ${formatMegabytes(total)} uploaded`
}
