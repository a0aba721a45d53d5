import { AlignmentType, BorderStyle, Footer, PageNumber, Paragraph, TextRun, type INumberingOptions, type IParagraphOptions, type IStylesOptions } from 'docx'

const INK = '14171C'
export const MUTED = '59626F'
const ACCENT = '0A62B5'
const LINE = 'BFC6D0'

/** Sizes are half points; distances are twentieths of a point. */
export const SMALL = { color: MUTED, size: 18 } as const
/** Where a transcript's text begins, right of its time. */
export const TIME_COLUMN = 900

const side = { style: BorderStyle.SINGLE, size: 4, space: 6, color: LINE } as const
export const BOX = { top: side, bottom: side, left: side, right: side }
export const QUOTE: IParagraphOptions = { indent: { start: 360 }, border: { left: { ...side, size: 12, space: 10 } } }

export const STYLES: IStylesOptions = {
  default: {
    document: { run: { font: 'Calibri', size: 22, color: INK }, paragraph: { spacing: { after: 120, line: 288 } } },
    title: { run: { size: 44, bold: true, color: INK }, paragraph: { spacing: { after: 80, line: 264 } } },
    heading1: { run: { size: 28, bold: true, color: INK }, paragraph: { spacing: { before: 360, after: 120 }, keepNext: true } },
    hyperlink: { run: { color: ACCENT, underline: {} } },
  },
}

/** Lists by the kind of their section. */
export const BULLETS: INumberingOptions = { config: [bullets('points', '•'), bullets('todos', '☐')] }

function bullets(reference: string, sign: string): INumberingOptions['config'][number] {
  return { reference, levels: [{ level: 0, format: 'bullet', text: sign, alignment: AlignmentType.START, style: { paragraph: { indent: { start: 400, hanging: 400 } } } }] }
}

export function pageNumbers(): Footer {
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.END, children: [new TextRun({ ...SMALL, children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })] })] })
}
