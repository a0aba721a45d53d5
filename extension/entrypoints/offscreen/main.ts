import { listenAs, sendMessage } from '../../browser/messages.ts'
import { createUploadsEngine } from '../../uploads/uploads-engine.ts'

listenAs('engine', [createUploadsEngine({ sendNews: (news) => void sendMessage('background', news) })])
