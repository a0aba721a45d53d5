import { createRoot } from 'react-dom/client'
import { readWaitingRecording } from '../../recording/control/recorder-client.ts'
import { MicrophoneQuestion } from '../../views/recorder/microphone-question.tsx'
import '../../views/views.css'

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<MicrophoneQuestion recording={readWaitingRecording(location.search)} />)
