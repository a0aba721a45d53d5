import { useState } from 'react'
import { copyRichText, type RichText } from '@callfolio/shared/client/clipboard.ts'
import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { ExportSource } from '../../exports/export-source.ts'
import { useToast } from '../../ui/toaster.tsx'
import type { ExportChoice } from './export-choices.ts'

export interface ExportTask {
  /** Content to export, read at the time of the export. */
  readSource: () => Promise<ExportSource>
  /** The exporting user's plan; null while unknown. */
  planId: PlanId | null
}

interface Exporter {
  busy: boolean
  run: (choice: ExportChoice) => Promise<void>
  /** Content that the clipboard rejected, to be copied by hand. */
  refused: RichText | null
  dismissRefused: () => void
}

/** Creates exports in the browser and reports the result. */
export function useExport({ readSource, planId }: ExportTask): Exporter {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<RichText | null>(null)

  /** @returns whether there is a result to report. */
  const make = async ({ id }: ExportChoice): Promise<boolean> => {
    const options = { now: new Date(), watermark: planId === 'free' }
    if (id !== 'google-docs') {
      const [{ exportFile }, source] = await Promise.all([import('../../exports/export-file.ts'), readSource()])
      const { name, content } = await exportFile(id, source, options)
      saveFile(name, content)
      return true
    }
    const content = Promise.all([import('../../exports/rich-text.ts'), readSource()]).then(([{ richText }, source]) =>
      richText(source, options),
    )
    const copied = await copyRichText(content)
    if (!copied) setRefused(await content)
    return copied
  }

  return {
    busy,
    refused,
    dismissRefused: () => setRefused(null),
    async run(choice) {
      if (busy) return
      setBusy(true)
      try {
        if (await make(choice)) toast({ text: choice.done })
      } catch (error) {
        console.error('export', error)
        toast({ tone: 'danger', text: choice.failed })
      } finally {
        setBusy(false)
      }
    },
  }
}

/** How long a browser may take to start reading the file. ms */
const HOLD_MS = 60_000

/** Saves a file under this name through the browser's download. */
function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read it only after the click has finished.
  setTimeout(() => URL.revokeObjectURL(url), HOLD_MS)
}
