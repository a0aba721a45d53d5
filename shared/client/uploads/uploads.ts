import { isRecording, reduceUpload, type UploadEffect, type UploadEvent, type UploadItem } from './upload-machine.ts'

/** One server's uploads in one part of the browser. */
export interface Uploads {
  /** The signed-in user; null: none. */
  userId: string | null
  items: ReadonlyMap<string, UploadItem>
  /** Ids of files waiting to be sent, the next first. Recordings don't queue: they are sent while they grow. */
  queue: readonly string[]
}

export type UploadsEvent =
  /** A session was found or has ended. */
  { type: 'session'; userId: string | null } | ({ id: string } & UploadEvent)

export interface UploadsStep {
  uploads: Uploads
  effects: ({ id: string } & UploadEffect)[]
}

export const NO_UPLOADS: Uploads = { userId: null, items: new Map(), queue: [] }

/** Applies one event to all uploads. Files are sent one after another. */
export function reduceUploads(uploads: Uploads, event: UploadsEvent): UploadsStep {
  if (event.type !== 'session') return sendNext(reduceOne(uploads, event))
  const { userId } = event
  if (userId === uploads.userId) return { uploads, effects: [] }
  const before: UploadsStep = { uploads: { ...uploads, userId }, effects: [] }
  const after = [...uploads.items].reduce((step, [id, { entry }]) => {
    const { uploads: next, effects } = reduceOne(step.uploads, {
      id,
      type: entry.userId === userId ? 'signedIn' : 'signedOut',
    })
    return { uploads: next, effects: [...step.effects, ...effects] }
  }, before)
  return sendNext(after)
}

/** The signed-in user's uploads: the one being sent, then the newest. */
export function listUploads({ userId, items }: Uploads): UploadItem[] {
  return [...items.values()]
    .filter(({ entry }) => entry.userId === userId)
    .sort((a, b) => Number(isSent(b)) - Number(isSent(a)) || b.entry.createdAt - a.entry.createdAt)
}

function reduceOne(uploads: Uploads, { id, ...event }: { id: string } & UploadEvent): UploadsStep {
  const before = uploads.items.get(id) ?? null
  // Another user's entries in the journal wait for them.
  if (event.type === 'restored' && event.entry.userId !== uploads.userId) return { uploads, effects: [] }
  const { item, effects } = reduceUpload(before, event)
  if (item === before) return { uploads, effects: [] }
  const items = new Map(uploads.items)
  if (item === null) items.delete(id)
  else items.set(id, item)
  const others = uploads.queue.filter((other) => other !== id)
  const isQueued = uploads.queue.includes(id)
  const queue = item?.state.phase !== 'waiting' ? others : isQueued ? uploads.queue : [...others, id]
  return { uploads: { ...uploads, items, queue }, effects: effects.map((effect) => ({ id, ...effect })) }
}

function sendNext(step: UploadsStep): UploadsStep {
  const [id] = step.uploads.queue
  if (id === undefined || [...step.uploads.items.values()].some(isSent)) return step
  const { uploads, effects } = reduceOne(step.uploads, { id, type: 'turn' })
  return { uploads, effects: [...step.effects, ...effects] }
}

/** Whether it is the one file being sent. */
function isSent(item: UploadItem): boolean {
  return !isRecording(item) && (item.state.phase === 'sending' || item.state.phase === 'starting')
}
