import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderSharedPage } from '@callfolio/shared/shared-page.ts'
import { HtmlDocument } from './html-document.tsx'

/** Renders a page under /s/ for good: nothing is hydrated, a small script adds what moves. */
export const renderSharedPage: RenderSharedPage = (page, frame) =>
  `<!doctype html>${renderToStaticMarkup(<HtmlDocument page={page} frame={frame} />)}`
