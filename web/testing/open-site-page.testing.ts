import { userEvent, type UserEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import type { SitePath } from '@callfolio/shared/app-paths.ts'
import { renderSitePage } from '../site/render.tsx'
import { startSitePage } from '../site/script/start-site-page.ts'
import { setTestServer } from './open-screen.testing.tsx'

/** Opens a public page as the build renders it and starts its script, signed in as the last user to sign up. */
export function openSitePage(path: SitePath): { user: UserEvent } {
  setTestServer()
  const html = renderSitePage(path, { script: '/script.js', styles: '', font: null })
  const page = new DOMParser().parseFromString(html, 'text/html')
  document.title = page.title
  document.body.innerHTML = page.body.innerHTML
  onTestFinished(() => document.body.replaceChildren())
  startSitePage()
  return { user: userEvent.setup() }
}
