import type { Ref } from 'react'

interface SameFileInputProps {
  ref: Ref<HTMLInputElement>
  fileName: string
  onFile: (file: File) => void
}

/** A file input for choosing the same file again; a button next to it opens it. */
export function SameFileInput({ ref, fileName, onFile }: SameFileInputProps) {
  return (
    <input
      ref={ref}
      hidden
      type="file"
      accept="video/*,audio/*"
      aria-label={`The file ${fileName}`}
      onChange={({ target }) => {
        const file = target.files?.[0]
        // The same file may be chosen again.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
