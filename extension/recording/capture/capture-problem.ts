/** Why a recording could not start, as a sentence that says what to do. */
export function captureProblem(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (/has not been invoked|activeTab/i.test(message))
    return 'Open the call’s tab, click the toolbar button there, then start again.'
  if (/chrome.* pages cannot be captured|cannot access/i.test(message))
    return 'The browser doesn’t allow recording this page. Open the call’s tab and start there.'
  if (/active stream|already/i.test(message))
    return 'Another extension or window is already recording this tab. Stop it first.'
  if (name === 'QuotaExceededError') return 'The disk is full. Free up space, then start again.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'Nothing was shared. Start again and choose what to record.'
  if (name === 'NotFoundError' || name === 'NotReadableError')
    return 'The browser can’t capture that window. Choose another one, or record the tab.'
  return `The recording couldn’t start: ${message}`
}
