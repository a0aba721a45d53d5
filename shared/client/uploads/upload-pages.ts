import { ANY_REPLY } from '../../api-client.ts'
import { beginMeetingReplySchema, MICROSITE_PATHS } from '../../contract/microsite.ts'
import { isTransient, type Failure } from '../../failures.ts'
import { MAX_TITLE } from '../../titles.ts'
import { ensureLink } from '../create-link.ts'
import { getFailure } from '../get-failure.ts'
import { renamePage } from '../rename-page.ts'
import { getMicrositeId, titleOfEntry, type UploadEntry } from './upload-entry.ts'
import { pause } from './upload-retries.ts'
import type { Uploads, UploadsEvent } from './uploads.ts'
import type { Connection } from './upload-steps.ts'

/** Delay before a request is retried. ms */
const RETRY_MS = 5000
/** How many times a request for a page is sent when the server doesn't answer. */
const PAGE_TRIES = 12
/** Maximum length of a reason the server accepts, in characters. */
const MAX_REASON = 500

interface UploadPagesOptions {
  connect: (entry: UploadEntry) => Pick<Connection, 'api'>
  /** Called once the server has created an upload's page. */
  onBegun: ((id: string) => void) | undefined
  uploads: () => Uploads
  dispatch: (event: UploadsEvent) => void
}

/** The pages of uploads, which exist before their recordings have arrived. */
export interface UploadPages {
  /** Settles when the server has answered, or doesn't. Not aborted: giving up needs to know whether a page exists. */
  begin(entry: UploadEntry): Promise<void>
  /** Gives the page its typed title. */
  name(id: string, title: string): Promise<void>
  /** Tells the page of a kept recording why it isn't coming. */
  fail(entry: UploadEntry, why: Failure): void
  /** The upload has its microsite. */
  release(id: string): void
  /** Forgets the page of an upload that is given up. @returns settles when its requests have been answered. */
  forget(id: string): Promise<void> | undefined
}

/** Creates what asks the server for the pages of one client's uploads. */
export function createUploadPages({ connect, onBegun, uploads, dispatch }: UploadPagesOptions): UploadPages {
  /** Settle when the request to begin a page has been answered. */
  const pages = new Map<string, Promise<void>>()
  /** Uploads whose page exists and is waiting. */
  const begun = new Set<string>()

  /**
   * Creates the page before its recording has arrived; if the server doesn't answer, the page is created with the
   * recording.
   */
  async function beginPage(entry: UploadEntry): Promise<void> {
    // Retried after each network failure; the page is not created again, in case its owner deleted it.
    if (begun.has(entry.id)) return
    const { api } = connect(entry)
    const id = getMicrositeId(entry)
    const body = { id, title: titleOfEntry(entry).slice(0, MAX_TITLE) }
    await api
      .request(MICROSITE_PATHS.begin, beginMeetingReplySchema, { method: 'POST', body })
      .then(() => (entry.link ? ensureLink(api, id) : null))
      .then((shareUrl) => {
        if (shareUrl !== null) dispatch({ id: entry.id, type: 'linked', shareUrl })
        begun.add(entry.id)
        onBegun?.(entry.id)
      })
      .catch(() => undefined)
  }

  /** Gives the page its typed title. A page that couldn't be begun gets it with its recording. */
  async function namePage(id: string, title: string): Promise<void> {
    await pages.get(id)
    const wanted = () => {
      const entry = uploads().items.get(id)?.entry
      return entry?.titleUnsent && entry.title === title ? entry : undefined
    }
    for (let tries = 0, entry = wanted(); entry && tries < PAGE_TRIES; tries += 1, entry = wanted()) {
      if (tries > 0) await pause(RETRY_MS, undefined)
      const problem = await renamePage(connect(entry).api, getMicrositeId(entry), title).then(() => null, getFailure)
      if (problem === null) return wanted() && dispatch({ id, type: 'renamed', title, sent: true })
      if (!isTransient(problem)) return
    }
  }

  /** Tells the page of a kept recording why it isn't coming; when sent again, the page waits for it again. */
  async function failPage(entry: UploadEntry, { code, message }: Failure): Promise<void> {
    const { id } = entry
    await pages.get(id)
    begun.delete(id)
    const isRefused = () => uploads().items.get(id)?.state.phase === 'refused'
    for (let tries = 0; isRefused() && tries < PAGE_TRIES; tries += 1) {
      if (tries > 0) await pause(RETRY_MS, undefined)
      const path = MICROSITE_PATHS.begunFailure(getMicrositeId(entry))
      const body = { code, message: message.slice(0, MAX_REASON) }
      const problem = await connect(entry)
        .api.request(path, ANY_REPLY, { method: 'POST', body })
        .then(() => null, getFailure)
      if (problem === null || !isTransient(problem)) return
    }
  }

  return {
    begin(entry) {
      const { id } = entry
      const page = (pages.get(id) ?? Promise.resolve()).then(() => beginPage(entry))
      pages.set(id, page)
      return page
    },
    name: namePage,
    fail: (entry, why) => void pages.set(entry.id, failPage(entry, why)),
    release: (id) => void pages.delete(id),
    forget(id) {
      const made = pages.get(id)
      pages.delete(id)
      begun.delete(id)
      return made
    },
  }
}
