// oxlint-disable-next-line import/no-unassigned-import -- Defines indexedDB, which the DOM without a browser lacks.
import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, beforeEach, vi } from 'vitest'

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

// For tests that hang: the same work takes many times as long on a busy machine.
configure({ asyncUtilTimeout: Number(process.env['EXPECT_MS'] ?? 90_000) })

// Until a test has chosen its server; Vitest starts with a URL without a listener.
beforeEach(() => window.happyDOM.setURL('about:blank'))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
