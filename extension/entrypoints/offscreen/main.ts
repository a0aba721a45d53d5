import { listenAs } from '../../browser/messages.ts'

listenAs('engine', [])
