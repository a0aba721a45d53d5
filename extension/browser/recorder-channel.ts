import { CHANNELS } from '../messaging/messages.ts'
import { liveCommandSchema, type LiveCommand, type RecorderNews } from '../messaging/recording-protocol.ts'

/** @returns a function that notifies every listener. A message is a plain value. */
export function openRecorderChannel(): (news: RecorderNews) => void {
  const channel = new BroadcastChannel(CHANNELS.recorder)
  return (news) => channel.postMessage(news)
}

/** Receives what the engine sends. @returns a function that unsubscribes. */
export function subscribeToRecorder(onNews: (news: RecorderNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNELS.recorder)
  channel.addEventListener('message', ({ data }: MessageEvent<RecorderNews>) => onNews(data))
  return () => channel.close()
}

/**
 * @returns a function that sends the engine a window's command. The engine gets it even if the window closes at once,
 * as the popup does when the person continues in the page.
 */
export function openLiveCommands(): (command: LiveCommand) => void {
  const channel = new BroadcastChannel(CHANNELS.liveCommands)
  return (command) => channel.postMessage(command)
}

/** Receives the windows' commands, as the engine. @returns a function that unsubscribes. */
export function subscribeToLiveCommands(onCommand: (command: LiveCommand) => void): () => void {
  const channel = new BroadcastChannel(CHANNELS.liveCommands)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const command = liveCommandSchema.safeParse(data).data
    if (command) onCommand(command)
  })
  return () => channel.close()
}
