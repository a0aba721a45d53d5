import { expect, test } from 'vitest'
import { readCaptionFile } from './caption-file.ts'

test('reads a caption file and summarizes it', async () => {
  expect(await readCaptionFile(new File(['00:00:01,000 --> 00:00:04,000\nJörg: Hällo'], 'call.SRT'))).toEqual({
    name: 'call.SRT',
    text: '00:00:01,000 --> 00:00:04,000\nJörg: Hällo',
    understood: 'Captions, 1 speaker, 4 s',
    warnings: [],
  })
})

test('reads UTF-16 and Windows-1252', async () => {
  const text = '00:01.000 --> 00:02.000\nJörg Müller: Grüße aus Köln.\n'
  const wide = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  expect(await readCaptionFile(new File([wide], 'a.vtt'))).toMatchObject({ text })
  const narrow = new Uint8Array(Buffer.from(text, 'latin1'))
  expect(await readCaptionFile(new File([narrow], 'a.vtt'))).toMatchObject({ text })
})

test('warns when a transcript names no speakers', async () => {
  expect(await readCaptionFile(new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nHello.'], 'a.vtt'))).toMatchObject({
    understood: 'WebVTT captions, no speakers, 2 s',
    warnings: ['No speakers found. The transcript will show no names.'],
  })
})

test.each([
  ['another kind', new File(['x'], 'call.mp4'), 'Choose a .vtt, .srt, .docx, .txt or .json file.'],
  ['no document', new File(['PK\u0003\u0004'], 'call.docx'), 'This isn’t a Word document. Save it as .docx or .txt.'],
  ['an empty one', new File(['\n '], 'call.vtt'), 'This caption file is empty. Choose another one.'],
  ['one over 5 MB', new File(['x'.repeat(5_000_001)], 'call.vtt'), 'Caption files can be up to 5 MB.'],
  ['a document over 5 MB', new File(['x'.repeat(5_000_001)], 'call.docx'), 'Caption files can be up to 5 MB.'],
  [
    'one over 5 MB in UTF-16',
    new File(['\uFEFF', new Uint8Array(5_000_001)], 'a.txt'),
    'Caption files can be up to 5 MB.',
  ],
  [
    'one over 5 MB as UTF-8',
    new File([new Uint8Array(Buffer.from(`\uFEFF${'€'.repeat(2_000_000)}`, 'utf16le'))], 'a.txt'),
    'Caption files can contain up to 5 MB of text.',
  ],
  ['a PDF', new File(['%PDF-1.7'], 'call.txt'), 'This format can’t be read. Save it as .docx or .txt.'],
  [
    'prose',
    new File(['We talked.'], 'a.txt'),
    'We found no timestamps or speaker names in this file. Choose a transcript.',
  ],
])('rejects %s with a reason', async (_, file, problem) => {
  expect(await readCaptionFile(file)).toEqual({ problem })
})
