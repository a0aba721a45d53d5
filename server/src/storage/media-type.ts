/**
 * Only media types are listed: anything else is sent as bytes, so that no stored file can act as a page of this origin.
 */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'mp4': 'video/mp4',
  'm4v': 'video/mp4',
  'mov': 'video/quicktime',
  'webm': 'video/webm',
  'mkv': 'video/matroska',
  'avi': 'video/x-msvideo',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
  'mpg': 'video/mpeg',
  'mpeg': 'video/mpeg',
  'ts': 'video/mp2t',
  'flv': 'video/x-flv',
  'asf': 'video/x-ms-asf',
  'wmv': 'video/x-ms-wmv',
  'ogv': 'video/ogg',
  'mp3': 'audio/mpeg',
  'm4a': 'audio/mp4',
  'aac': 'audio/aac',
  'wav': 'audio/wav',
  'ogg': 'audio/ogg',
  'oga': 'audio/ogg',
  'opus': 'audio/ogg',
  'flac': 'audio/flac',
  'jpg': 'image/jpeg',
  'jpeg': 'image/jpeg',
  'png': 'image/png',
  'webp': 'image/webp',
}

/** Content type of a stored file by its extension. */
export function getMediaType(key: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(MEDIA_TYPES, extension) && MEDIA_TYPES[extension]) || 'application/octet-stream'
}
