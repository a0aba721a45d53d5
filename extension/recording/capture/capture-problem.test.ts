import { expect, test } from 'vitest'
import { captureProblem } from './capture-problem.ts'

test.each([
  [
    new Error(
      'Extension has not been invoked for the current page (see activeTab permission). Chrome pages cannot be captured.',
    ),
    /^Open the call’s tab, click the toolbar button there/,
  ],
  [
    new Error('Cannot capture a tab with an active stream.'),
    /^Another extension or window is already recording this tab/,
  ],
  [new DOMException('Permission denied', 'NotAllowedError'), /^Nothing was shared/],
  [new DOMException('Could not start video source', 'NotReadableError'), /^The browser can’t capture that window/],
  [new Error('Something else'), /^The recording couldn’t start: Something else$/],
])('%s becomes a sentence that says what to do', (error, sentence) => {
  expect(captureProblem(error)).toMatch(sentence)
})
