/** Why a recording could not start, as a sentence that says what to do. */
export function captureProblem(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (/has not been invoked|activeTab/i.test(message))
    return 'Go to the tab of the call, click the toolbar button there, and start again.'
  if (/chrome.* pages cannot be captured|cannot access/i.test(message))
    return 'The browser does not let this page be recorded. Go to the tab of the call and start there.'
  if (/active stream|already/i.test(message))
    return 'Another extension or window is recording this tab. End that first.'
  if (name === 'QuotaExceededError') return 'The disk is full. Free some space, and start again.'
  if (name === 'NotAllowedError' || name === 'AbortError') return 'Nothing was chosen to record.'
  if (name === 'NotFoundError' || name === 'NotReadableError')
    return 'The browser gives no picture of it. Choose another window, or record the tab.'
  return `The recording could not start: ${message}`
}
