import { connectBar, isBarWanted, onShowBar } from '../browser/bar-ports.ts'
import { sendToBackground } from '../browser/caption-messages.ts'
import { showRecordingBar, type RecordingBar } from './recording-bar.ts'

/** Shows the recording bar while this page's tab is recorded. @returns a function that ends it. */
export function barWhileRecorded(): () => void {
  let bar: RecordingBar | null = null
  let isHidden = false
  const remove = (): void => {
    bar?.remove()
    bar = null
  }
  const hide = (): void => {
    isHidden = true
    remove()
    void sendToBackground({ type: 'bar/hide' }).catch(() => {})
  }
  const connect = (): void => {
    isHidden = false
    const send = connectBar((state) => {
      if (isHidden) return
      bar ??= showRecordingBar({ send, onHide: hide })
      bar.show(state)
    }, remove)
  }
  const unsubscribe = onShowBar(connect)
  // The page may have loaded again during a recording.
  void isBarWanted().then(
    (isWanted) => isWanted && connect(),
    () => {},
  )
  return () => {
    unsubscribe()
    remove()
  }
}
