import { useState, type DragEvent } from 'react'
import { droppedFiles, type PickedFile } from '../../client/file-handles.ts'

/** Accepts files dropped on an element. @returns whether files are over it, and its event handlers. */
export function useFileDrop(onPick: (picked: PickedFile[]) => void) {
  const [isOver, setOver] = useState(false)
  const drop = async (event: DragEvent): Promise<void> => {
    event.preventDefault()
    setOver(false)
    const picked = await droppedFiles(event.dataTransfer)
    if (picked.length > 0) onPick(picked)
  }
  const target = {
    onDragOver: (event: DragEvent): void => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent): void => {
      // It is also reported between the element's own children.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent): void => void drop(event),
  }
  return { isOver, target }
}
