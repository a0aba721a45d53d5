// Types that TypeScript has only in its worker library, which can't be loaded together with the DOM library.

interface FileSystemSyncAccessHandle {
  getSize(): number
  read(buffer: AllowSharedBufferSource, options?: { at?: number }): number
  write(buffer: AllowSharedBufferSource, options?: { at?: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}

interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>
}
