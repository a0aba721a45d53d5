import { openSoundJournal, openUploadJournal } from '@callfolio/shared/client/uploads/stored-journal.ts'
import { openAccount, type Account } from '../../account/account.ts'
import { serveBars } from '../../browser/bar-ports.ts'
import { listenAs, sendMessage } from '../../browser/messages.ts'
import { subscribeToLiveCommands, subscribeToRecorder } from '../../browser/recorder-channel.ts'
import { needsPerson } from '../../messaging/recording-protocol.ts'
import { answerRecorder, obeyLiveCommand } from '../../recording/control/answer-recorder.ts'
import { openRecorder } from '../../recording/control/open-recorder.ts'
import { createUploadsEngine } from '../../uploads/uploads-engine.ts'

/** One identity client per server: several would refresh the same session. */
const accounts = new Map<string, Account>()
function getAccount(server: string): Account {
  const account = accounts.get(server) ?? openAccount(server)
  accounts.set(server, account)
  return account
}

const journal = openUploadJournal()
const soundJournal = openSoundJournal()
const uploads = createUploadsEngine({
  openAccount: getAccount,
  journal,
  soundJournal,
  sendNews: (news) => void sendMessage('background', news),
})
subscribeToRecorder(({ kept }) => kept && uploads.setWaitingRecordings(kept.filter(needsPerson).length))
const recorder = openRecorder({ openAccount: getAccount, journal, soundJournal, uploads })
listenAs('engine', [answerRecorder(recorder), uploads.answer])
serveBars({ live: () => recorder.live(), onCommand: (command) => obeyLiveCommand(recorder, command) })
subscribeToLiveCommands((command) => obeyLiveCommand(recorder, command))
