import { CHANNELS } from '../messaging/messages.ts'
import type { RecorderNews } from '../messaging/recording-protocol.ts'

/** @returns how to tell everyone. What is told is a plain value. */
export function openRecorderChannel(): (news: RecorderNews) => void {
  const channel = new BroadcastChannel(CHANNELS.recorder)
  return (news) => channel.postMessage(news)
}

/** Hears what the engine tells. @returns how to end it. */
export function subscribeToRecorder(onNews: (news: RecorderNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNELS.recorder)
  channel.addEventListener('message', ({ data }: MessageEvent<RecorderNews>) => onNews(data))
  return () => channel.close()
}
