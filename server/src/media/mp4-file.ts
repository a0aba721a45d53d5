import { open } from 'node:fs/promises'
import { readMp4Layout, type Mp4Layout } from '@callfolio/shared/mp4-boxes.ts'

/** @returns the layout of an MP4 on disk; null when it is not an MP4. */
export async function readMp4File(path: string): Promise<Mp4Layout | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await readMp4Layout({
      size,
      read: async (position, length) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
        return buffer.subarray(0, bytesRead)
      },
    })
  } finally {
    await file.close()
  }
}
