import { expect, test } from 'vitest'
import { readCaptionFile } from './caption-file.ts'

test.each(['call.vtt', 'call.SRT', 'call.sbv'])('%s is read as text', async (name) => {
  expect(await readCaptionFile(new File(['WEBVTT\n\nhällo'], name))).toEqual({ name, text: 'WEBVTT\n\nhällo' })
})

test('other kinds, empty ones and those over 5 MB are refused with different reasons', async () => {
  expect(await readCaptionFile(new File(['x'], 'call.mp4'))).toEqual({
    problem: 'Please choose a .vtt, .srt, .sbv or .docx file.',
  })
  expect(await readCaptionFile(new File(['x'], 'call.docx'))).toEqual({
    problem: 'This caption file could not be read.',
  })
  expect(await readCaptionFile(new File(['\n '], 'call.vtt'))).toEqual({ problem: 'This caption file is empty.' })
  expect(await readCaptionFile(new File(['x'.repeat(5_000_001)], 'call.vtt'))).toEqual({
    problem: 'A caption file can have at most 5 MB.',
  })
})
