import { expect, test } from 'vitest'
import { readBucketAddress } from './bucket-address.ts'

test('reads all settings of a bucket from its address', () => {
  const query = 'endpoint=https://s3.example.com&region=eu&path-style=true&checksums=when_required&encryption=AES256'
  expect(readBucketAddress(`s3://recordings?${query}`, {})).toMatchObject({
    bucket: 'recordings',
    endpoint: 'https://s3.example.com',
    region: 'eu',
    forcePathStyle: true,
    checksums: 'when_required',
    encryption: { algorithm: 'AES256', kmsKey: null },
  })
})

test('refuses an unknown setting of checksums', () => {
  expect(() => readBucketAddress('s3://recordings?checksums=none', {})).toThrow('when_supported or when_required')
})
