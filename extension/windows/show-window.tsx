import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { serverAddressItem } from '../storage/items.ts'
import { ExtensionWindow } from '../views/extension-window.tsx'
import { openServices } from './open-services.ts'

/** Shows a window that talks to the chosen server; when another is chosen it begins anew. */
export async function showWindow(content: ReactNode): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  const services = openServices(await serverAddressItem.read())
  serverAddressItem.watch(() => location.reload())
  createRoot(root).render(<ExtensionWindow services={services}>{content}</ExtensionWindow>)
}
