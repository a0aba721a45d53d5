import { openSoundJournal, openUploadJournal } from '@callfolio/shared/client/uploads/stored-journal.ts'
import { openAccount } from '../../account/account.ts'
import { listenAs, type Answer } from '../../browser/messages.ts'
import { createStayLoaded } from '../../browser/stay-loaded.ts'
import type { UploadNews } from '../../messaging/uploads-protocol.ts'
import { createUploadsEngine } from '../../uploads/uploads-engine.ts'

/** Makes the background the engine, where there is no offscreen page: in Firefox, which can't record. */
export function becomeEngine(sendNews: (news: UploadNews) => void): Answer {
  const { answer } = createUploadsEngine({
    openAccount,
    journal: openUploadJournal(),
    soundJournal: openSoundJournal(),
    sendNews,
    onBusy: createStayLoaded(),
  })
  listenAs('engine', [answer])
  return answer
}
