import { Panel } from '../../views/panel/panel.tsx'
import { showWindow } from '../../views/show-window.tsx'
import '../../views/views.css'

await showWindow(<Panel />)
