import { createRoot } from 'react-dom/client'
import { requestOrigin } from '../../browser/permissions.ts'
import { serverAnswers } from '../../connection/server-health.ts'
import { serverAddressItem } from '../../storage/items.ts'
import { Options } from '../../views/options.tsx'
import '../../views/views.css'

const root = document.getElementById('root')
if (root !== null) {
  const address = await serverAddressItem.read()
  createRoot(root).render(<Options address={address} requestOrigin={requestOrigin} saveAddress={serverAddressItem.write} checkServer={serverAnswers} />)
}
