import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { DocumentError, readDocumentText } from './document-text.ts'

/** A ZIP archive as written by Word: sizes only in the directory, after other files. */
function archive(
  files: Record<string, { text: string; stored?: boolean }>,
  { flags = 8 } = {},
): Uint8Array<ArrayBuffer> {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, { text, stored = false }] of Object.entries(files)) {
    const data = stored ? Buffer.from(text) : deflateRawSync(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(stored ? 0 : 8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(local, Buffer.from(name), data)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...bodies, ...directory, end]))
}

const paragraph = (...runs: string[]) =>
  `<w:p w:rsidR="1"><w:pPr><w:pStyle w:val="a"/><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>${runs.map((run) => `<w:r><w:rPr><w:b/></w:rPr>${run}</w:r>`).join('')}</w:p>`
const document = (...paragraphs: string[]) =>
  `<?xml version="1.0"?><w:document><w:body>${paragraphs.join('')}</w:body></w:document>`
const word = (text: string, stored = false) =>
  archive({ '[Content_Types].xml': { text: '<a/>' }, 'word/document.xml': { text, stored } })

test('reads a document line by line, with its breaks and entities', async () => {
  const text = document(
    paragraph(
      '<w:t>Dana Miller</w:t>',
      '<w:t xml:space="preserve">   0:03</w:t>',
      '<w:br/>',
      '<w:t>R&amp;D &lt;3 &#233;</w:t>',
    ),
    paragraph('<w:t>So.</w:t>'),
  )
  expect((await readDocumentText(word(text))).trim()).toBe('Dana Miller   0:03\nR&D <3 é\nSo.')
  expect((await readDocumentText(word(text, true))).trim()).toBe('Dana Miller   0:03\nR&D <3 é\nSo.')
})

test('rejects files that are no document, damaged, locked or too large, with a sentence', async () => {
  const whole = word(document(paragraph('<w:t>Hello</w:t>')))
  const broken = whole.slice()
  broken.fill(255, whole.length - 260, whole.length - 200)
  await expect(readDocumentText(new Uint8Array(0))).rejects.toThrow(DocumentError)
  await expect(readDocumentText(new TextEncoder().encode('just text'))).rejects.toThrow('isn’t a Word document')
  await expect(readDocumentText(archive({ 'xl/workbook.xml': { text: '<a/>' } }))).rejects.toThrow(
    'isn’t a Word document',
  )
  await expect(readDocumentText(archive({ 'word/document.xml': { text: '<a/>' } }, { flags: 1 }))).rejects.toThrow(
    'password',
  )
  await expect(readDocumentText(word(' '.repeat(41_000_000)))).rejects.toThrow('too large')
  for (let length = 0; length < whole.length; length += 7)
    await readDocumentText(whole.slice(0, length)).catch((error: unknown) =>
      expect(error).toBeInstanceOf(DocumentError),
    )
  await readDocumentText(broken).catch((error: unknown) => expect(error).toBeInstanceOf(DocumentError))
})

test('reads a megabyte of unclosed tags in linear time', async () => {
  for (const tag of ['<w:t ', '<w:br ']) expect(await readDocumentText(word(tag.repeat(200_000)))).toBe('')
})
