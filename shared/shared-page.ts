import type { Preparation, SharedMicrosite } from './contract/share.ts'
import type { PageWords } from './page-words/en.ts'
import type { PageLanguage } from './page-words/page-words.ts'

/** What an address under /s/ shows. Dates are ISO 8601. */
export type SharedPage =
  | {
      state: 'open'
      microsite: SharedMicrosite
      expiresAt: string
      /** Null unless the link shows the recording. */
      video: SharedVideo | null
      /** The link shows the recording, which is being redacted: it comes back. */
      isWithheld: boolean
      /** Path of the picture that link previews show; null: the product's own. */
      cardUrl: string | null
      /** Null: the page is ready. */
      preparation: Preparation | null
      /** Changes with what the page shows. */
      version: string
    }
  /** A link that shows its page once it is ready. */
  | { state: 'waiting'; version: string }
  /** The page could not be made; that is its owner's to know. */
  | { state: 'unavailable' }
  /** A protected link, before its visitor has given what it asks for; `email` is what was given last. */
  | { state: 'gate'; asks: GateAsks; problem: GateProblem | null; email: string }
  /** What a recipient would see, for the owner: no end, and it counts no view. */
  | { state: 'preview'; microsite: SharedMicrosite }
  | { state: 'preview_ended' }
  | { state: 'expired' }
  | { state: 'gone'; why: 'unknown' | 'invalid' }
  | { state: 'failed' }

/** What was wrong with what a visitor gave. */
export type GateProblem = keyof PageWords['gateProblems']

export type OpenPage = Extract<SharedPage, { state: 'open' }>

/** Paths of the recording, from the origin's root. */
export interface SharedVideo {
  src: string
  poster: string | null
}

/** What a protected link asks its visitors for. */
export interface GateAsks {
  password: boolean
  email: boolean
}

/** Addresses of the built files that the page loads, from the origin's root. */
export interface PageAssets {
  script: string
  styles: readonly string[]
  /** The letters of most pages. */
  font: string | null
}

/** The built file of the letters that most pages have; other scripts' are fetched when a page has them. */
export const FIRST_FONT = /inter-latin-wght-normal-.*\.woff2$/

/** What a page depends on besides its content. */
export interface PageFrame {
  /** What absolute addresses start with; link previews need them. */
  origin: string
  assets: PageAssets
  /** The reader's, of those that pages speak. */
  language: PageLanguage
}

/** Writes a whole HTML document. The web build makes it, the server calls it. */
export type RenderSharedPage = (page: SharedPage, frame: PageFrame) => string

/** The product's own picture for link previews, 1200 × 630 px; what a page draws has the same size. */
export const UNFURL_PICTURE = '/unfurl.png'

/** One message of a page's event stream: where the page stands. `ended`: its link shows nothing (more), or the page could not be made. */
export type LiveState =
  | { state: 'preparing'; version: string; text: string; progress: number }
  | { state: 'open'; version: string }
  | { state: 'ended' }

/** The name of the stream's messages. */
export const LIVE_EVENT = 'page'

/** Paths around the page; it is itself at `SHARE_PATHS.page`. */
export const SHARED_PAGE_PATHS = {
  view: '/api/views',
  live: (token: string) => `/s/${encodeURIComponent(token)}/live`,
  video: (token: string) => `/s/${encodeURIComponent(token)}/video`,
  /** A ticket that counts one view of the page. */
  ticket: (token: string) => `/s/${encodeURIComponent(token)}/ticket`,
  card: (token: string) => `/s/${encodeURIComponent(token)}/card.png`,
  poster: (token: string) => `/s/${encodeURIComponent(token)}/poster`,
  preview: (micrositeId: string) => `/api/microsites/${encodeURIComponent(micrositeId)}/preview`,
  previewPage: (ticket: string) => `/s/preview/${encodeURIComponent(ticket)}`,
} as const
