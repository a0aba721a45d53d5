/** Between the engine and the windows of the extension: news ten times a second would be too much for messages, which wake the background. */
const NAME = 'recorder'

/** @returns how to tell everyone. What is told is a plain value. */
export function openRecorderChannel<News>(): (news: News) => void {
  const channel = new BroadcastChannel(NAME)
  return (news) => channel.postMessage(news)
}

/** Hears what the engine tells. @returns how to end it. */
export function hearRecorder<News>(onNews: (news: News) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data))
  return () => channel.close()
}
