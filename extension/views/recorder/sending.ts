import { formatMegabytes } from '@callfolio/shared/format.ts'
import type { TakeSending } from '../../messaging/recording-protocol.ts'

/** How far an upload is, in a line. @param bytes what there is to send until now. */
export function describeSending({ state, sentBytes, failure }: TakeSending, bytes: number): string {
  const sent = Math.min(sentBytes, bytes)
  if (failure?.code === 'unreachable') return describeWaiting(sent, bytes)
  if (failure !== null) return `${formatMegabytes(bytes)} saved on this computer. ${failure.message}`
  return state === 'idle'
    ? `${formatMegabytes(bytes)} saved on this computer`
    : `${formatMegabytes(sent)} of ${formatMegabytes(bytes)} uploaded`
}

/** How far an upload is whose server doesn't answer. @param sent and @param total bytes. */
export function describeWaiting(sent: number, total: number): string {
  return `Waiting for the server, ${formatMegabytes(sent).replace(' MB', '')} of ${formatMegabytes(total)} uploaded`
}
