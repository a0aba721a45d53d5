import type { Preparation, SharedMicrosite } from '../contract/share.ts'
import type { PageWords } from '../page-words/en.ts'
import type { PageLanguage } from '../page-words/page-words.ts'

/** What a URL under /s/ shows. Dates are ISO 8601. */
export type SharedPage =
  | {
      state: 'open'
      microsite: SharedMicrosite
      expiresAt: string
      /** Null unless the link shows the recording. */
      video: SharedVideo | null
      /** The link shows the recording, which is being redacted and will return. */
      isWithheld: boolean
      /** Path of the link preview image; null: the product's default. */
      cardUrl: string | null
      /** Null: the page is ready. */
      preparation: Preparation | null
      /** Changes whenever the page's content does. */
      version: string
    }
  /** A link that shows its page once it is ready. */
  | { state: 'waiting'; version: string }
  /** The page could not be made; only its owner sees why. */
  | { state: 'unavailable' }
  /** A protected link, before its visitor has provided what it requires; `email` is the last value entered. */
  | { state: 'gate'; asks: GateAsks; problem: GateProblem | null; email: string }
  /** A preview for the owner as a recipient would see it: it doesn't expire and counts no view. */
  | { state: 'preview'; microsite: SharedMicrosite }
  | { state: 'preview_ended' }
  | { state: 'expired' }
  | { state: 'gone'; why: 'unknown' | 'invalid' }
  | { state: 'failed' }

/** What was wrong with the visitor's input. */
export type GateProblem = keyof PageWords['gateProblems']

export type OpenPage = Extract<SharedPage, { state: 'open' }>

/** Paths of the recording, relative to the origin's root. */
export interface SharedVideo {
  src: string
  poster: string | null
}

/** What a protected link requires from its visitors. */
export interface GateAsks {
  password: boolean
  email: boolean
}

/** What the build made for a page. Paths are relative to the origin's root. */
export interface PageAssets {
  script: string
  /** CSS, which is part of the page: loading it apart would delay the first paint by a round trip. */
  styles: string
  /** The font of most pages. */
  font: string | null
}

/** The built font file with the letters of most pages; other scripts' fonts are loaded on demand. */
export const FIRST_FONT = /inter-latin-wght-normal-.*\.woff2$/

/** A page's dependencies besides its content. */
export interface PageFrame {
  /** Base URL of absolute addresses; link previews need them. */
  origin: string
  assets: PageAssets
  /** The reader's language, out of those that pages support. */
  language: PageLanguage
}

/** Renders a whole HTML document. The web build provides it, the server calls it. */
export type RenderSharedPage = (page: SharedPage, frame: PageFrame) => string

/** The product's default link preview image, 1200 × 630 px; generated images have the same size. */
export const UNFURL_PICTURE = '/unfurl.png'

/**
 * One message of a page's event stream: its state. `ended`: the link shows nothing (more), or the page could not be
 * made.
 */
export type LiveState =
  | { state: 'preparing'; version: string; text: string; progress: number }
  | { state: 'open'; version: string }
  | { state: 'ended' }

/** The event name of the stream's messages. */
export const LIVE_EVENT = 'page'

/** Paths below the page, which is itself at `SHARE_PATHS.page`. */
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
