import { defineBackground } from 'wxt/utils/define-background'
import { showIdleBadge } from '../../browser/badge.ts'
import { onCommand } from '../../browser/commands.ts'
import { onDownloadFinished } from '../../browser/downloads.ts'
import { listenAs } from '../../browser/messages.ts'
import { forgetClosedCalls } from '../../browser/noticed-calls.ts'
import { onOriginsAllowed } from '../../browser/permissions.ts'
import { openLiveCommands } from '../../browser/recorder-channel.ts'
import { loadAtStart } from '../../browser/stay-loaded.ts'
import { announceDownload } from '../../found/download-offers.ts'
import { openRecordingStarter } from '../../recording/control/open-recording-starter.ts'
import { waitingStartItem } from '../../settings/items.ts'
import { answerAccount } from './account.ts'
import { startCaptions } from './captions.ts'
import { resumeEngine, startUploads } from './uploads.ts'

export default defineBackground(() => {
  const command = openLiveCommands()
  const captions = startCaptions(command)
  forgetClosedCalls(() => void showIdleBadge())
  loadAtStart()
  const starter = openRecordingStarter({ switchCaptionsOn: ({ id }) => captions.set(id, true), resumeEngine })
  listenAs('background', [starter.answer, answerAccount, startUploads()])
  if (import.meta.env.FIREFOX) return
  onDownloadFinished((download) => void announceDownload(download))
  onOriginsAllowed(starter.continueWaiting)
  waitingStartItem.watch(() => void starter.followWaiting())
  void starter.followWaiting()
  onCommand('toggle-recording', starter.toggle)
  onCommand('mark-recording', async () => command({ type: 'mark' }))
})
