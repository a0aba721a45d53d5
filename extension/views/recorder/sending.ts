import { formatMegabytes } from '@callfolio/shared/format.ts'
import type { TakeSending } from '../../messaging/recording-protocol.ts'

/** How far an upload is, in a line. @param bytes what there is to send until now. */
export function describeSending({ state, sentBytes, failure }: TakeSending, bytes: number): string {
  const sent = `${formatMegabytes(Math.min(sentBytes, bytes))} of ${formatMegabytes(bytes)} uploaded`
  if (failure !== null) return `${formatMegabytes(bytes)} kept here. ${failure.message}`
  return state === 'idle' ? `${formatMegabytes(bytes)} kept here` : sent
}
