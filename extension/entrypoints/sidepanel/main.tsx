import { Panel } from '../../views/panel/panel.tsx'
import { showWindow } from '../../windows/show-window.tsx'
import '../../views/views.css'

await showWindow(<Panel />)
