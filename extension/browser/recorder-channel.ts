import { CHANNELS } from '../messaging/messages.ts'
import { liveCommandSchema, type LiveCommand, type RecorderNews } from '../messaging/recording-protocol.ts'

/** @returns how to notify every listener. A message is a plain value. */
export function openRecorderChannel(): (news: RecorderNews) => void {
  const channel = new BroadcastChannel(CHANNELS.recorder)
  return (news) => channel.postMessage(news)
}

/** Receives what the engine sends. @returns how to end it. */
export function subscribeToRecorder(onNews: (news: RecorderNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNELS.recorder)
  channel.addEventListener('message', ({ data }: MessageEvent<RecorderNews>) => onNews(data))
  return () => channel.close()
}

/**
 * @returns how a window gives the engine a command. The engine gets it also when the window closes at once, as the popup
 *   does when the person goes on in the page.
 */
export function openLiveCommands(): (command: LiveCommand) => void {
  const channel = new BroadcastChannel(CHANNELS.liveCommands)
  return (command) => channel.postMessage(command)
}

/** Receives the windows' commands, as the engine. @returns how to end it. */
export function subscribeToLiveCommands(onCommand: (command: LiveCommand) => void): () => void {
  const channel = new BroadcastChannel(CHANNELS.liveCommands)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const command = liveCommandSchema.safeParse(data).data
    if (command) onCommand(command)
  })
  return () => channel.close()
}
