import { setTimeout as delay } from 'node:timers/promises'
import { preparationText } from '@callfolio/shared/progress/preparation.ts'
import type { PageLanguage } from '@callfolio/shared/page-words/page-words.ts'
import type { LiveState } from '@callfolio/shared/page/shared-page.ts'
import type { Clock } from '../../kernel/clock.ts'
import { accessTo, isPreparing } from '../links/link-access.ts'
import type { Visitor } from '../links/link-pass.ts'
import type { LinkProgress } from '../links/linked-sites-repo.ts'
import type { LinksRepo } from '../links/links-repo.ts'
import { isWithheld, getVersion, type SecondsLeft } from './preparation.ts'

/** Reads twice per second, because a link that ends has to close its streams within one. */
const POLL_MS = 500

/** Maximum concurrent streams. An office may share one address; a browser has six connections to a host. */
const MOST = { ofLink: 200, ofClient: 50, inAll: 2000 } as const

interface Stream {
  token: string
  client: string
  visitor: Visitor
  language: PageLanguage
  send: (state: LiveState) => void
  /** Called when the server stops; the page reconnects. */
  end: () => void
}

export interface LivePagesDeps {
  links: Pick<LinksRepo, 'findProgress'>
  secondsLeft: SecondsLeft
  clock: Clock
}

/** Open pages waiting for their sections. A link is read once per interval, however many pages have it open. */
export function createLivePages(deps: LivePagesDeps) {
  const byToken = new Map<string, Set<Stream>>()
  const ofClient = new Map<string, number>()
  let open = 0

  async function watch(token: string, streams: Set<Stream>): Promise<void> {
    while (streams.size > 0) {
      // A failed read leaves the streams unchanged: they carry only progress.
      const read = await readProgress(deps, token).catch(() => undefined)
      if (read !== undefined) for (const stream of streams) stream.send(getState(read, stream, deps.clock()))
      await delay(POLL_MS, undefined, { ref: false })
    }
    byToken.delete(token)
  }

  return {
    /** Ends all streams; pages reconnect. */
    endAll(): void {
      for (const streams of byToken.values()) for (const stream of streams) stream.end()
    },

    /**
     * Reports a page's state, at once and then repeatedly.
     * @param stream `send` must not throw.
     * @returns a function that ends it; null when the link, the client or the server has too many.
     */
    follow(stream: Stream): (() => void) | null {
      const { token, client } = stream
      const streams = byToken.get(token) ?? new Set<Stream>()
      const clients = ofClient.get(client) ?? 0
      if (open >= MOST.inAll || streams.size >= MOST.ofLink || clients >= MOST.ofClient) return null
      open += 1
      ofClient.set(client, clients + 1)
      streams.add(stream)
      if (!byToken.has(token)) {
        byToken.set(token, streams)
        void watch(token, streams)
      }
      return () => {
        if (!streams.delete(stream)) return
        open -= 1
        const left = (ofClient.get(client) ?? 1) - 1
        if (left === 0) ofClient.delete(client)
        else ofClient.set(client, left)
      }
    },
  }
}
export type LivePages = ReturnType<typeof createLivePages>

interface Progress extends LinkProgress {
  secondsLeft: number | null
}

/** @returns null when the link is deleted. */
async function readProgress({ links, secondsLeft }: LivePagesDeps, token: string): Promise<Progress | null> {
  const found = await links.findProgress(token)
  if (found === null) return null
  const { link, site } = found
  const seconds = isPreparing(site) ? await secondsLeft({ id: link.micrositeId, status: site.status }) : null
  return { link, site, secondsLeft: seconds }
}

function getState(
  read: Progress | null,
  { visitor, language }: Pick<Stream, 'visitor' | 'language'>,
  now: Date,
): LiveState {
  if (read === null) return { state: 'ended' }
  const { link, site, secondsLeft } = read
  const access = accessTo(link, site, visitor, now)
  const unsaid = (version: string): LiveState => ({ state: 'preparing', version, text: '', progress: 0 })
  if (access === 'open') {
    const version = getVersion(access, link, site)
    return isWithheld(link, site) ? unsaid(version) : { state: 'open', version }
  }
  if (access === 'waiting') return unsaid(getVersion(access, link, null))
  if (access !== 'preparing') return { state: 'ended' }
  const { progress, awaiting } = site
  return {
    state: 'preparing',
    version: getVersion(access, link, site),
    text: preparationText({ arriving: awaiting, seconds_left: secondsLeft }, language),
    progress,
  }
}
