import { describe, expect, test } from 'vitest'
import { callFormats, lightPicture, recordedSize, soundFormats } from './formats.ts'

describe('the format of a recording', () => {
  test('is MP4 where supported, else VP8, and never VP9', () => {
    expect(callFormats(() => true).map(({ mimeType }) => mimeType)).toEqual([
      'video/mp4;codecs=avc1,opus',
      'video/webm;codecs=vp8,opus',
    ])
    expect(callFormats((type) => type.includes('vp8')).map(({ mimeType }) => mimeType)).toEqual([
      'video/webm;codecs=vp8,opus',
    ])
    expect(callFormats(() => false)).toEqual([])
  })

  test('writes a key frame every second if a crash would lose everything between two', () => {
    const [mp4, ...webm] = callFormats(() => true)
    expect(mp4?.options.videoKeyFrameIntervalDuration).toBe(1000)
    expect(webm.every(({ options }) => options.videoKeyFrameIntervalDuration === undefined)).toBe(true)
  })

  test('is Opus for audio only', () => {
    expect(soundFormats(() => true).map(({ mimeType }) => mimeType)).toEqual(['audio/webm;codecs=opus'])
  })
})

describe('a picture', () => {
  test.each([
    [
      { width: 1000, height: 612 },
      { width: 1000, height: 612 },
    ],
    [
      { width: 1921, height: 1081 },
      { width: 1278, height: 720 },
    ],
    [
      { width: 3840, height: 1080 },
      { width: 1280, height: 360 },
    ],
    [
      { width: 801, height: 601 },
      { width: 800, height: 600 },
    ],
    [
      { width: 400, height: 4000 },
      { width: 72, height: 720 },
    ],
  ])('of $width × $height is recorded within 1280 × 720, in proportion and even', (own, recorded) => {
    expect(recordedSize(own)).toEqual(recorded)
  })
})

test('a reduced picture keeps its proportions, so that nothing is cropped', () => {
  expect(lightPicture({ width: 1000, height: 612 }, false)).toEqual({
    width: { max: 588 },
    height: { max: 360 },
    frameRate: { max: 5 },
  })
  expect(lightPicture({}, false)).toMatchObject({ width: { max: 640 }, height: { max: 360 } })
})

test('a picture being recorded gets a lower frame rate and keeps its size, which a file can’t change', () => {
  expect(lightPicture({ width: 1001, height: 613 }, true)).toEqual({
    width: { max: 1001 },
    height: { max: 613 },
    frameRate: { max: 5 },
  })
})
