import { createRoot } from 'react-dom/client'
import { openOptions, openTab } from '../../browser/pages.ts'
import { serverAnswers } from '../../connection/server-health.ts'
import { serverAddressItem } from '../../storage/items.ts'
import { Popup } from '../../views/popup.tsx'
import '../../views/views.css'

const root = document.getElementById('root')
if (root !== null) {
  const address = await serverAddressItem.read()
  createRoot(root).render(<Popup address={address} checkServer={serverAnswers} openTab={openTab} openOptions={openOptions} />)
}
