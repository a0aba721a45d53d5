import {
  AlignmentType,
  BorderStyle,
  Footer,
  LineRuleType,
  PageNumber,
  Paragraph,
  TextRun,
  type INumberingOptions,
  type IParagraphOptions,
  type IStylesOptions,
} from 'docx'

const INK = '14171C'
export const MUTED = '59626F'
const ACCENT = '0A62B5'
const LINE = 'BFC6D0'

/** Sizes are half points; distances are twentieths of a point. */
export const SMALL = { color: MUTED, size: 18 } as const
export const LONG_TITLE = { size: 30 } as const
/** Indent of the transcript's text, to the right of its time. */
export const TIME_COLUMN = 900

/** Line spacing in 240ths of the line height; without the rule some programs read it as a fixed height. */
const AUTO = LineRuleType.AUTO
const side = { style: BorderStyle.SINGLE, size: 4, space: 6, color: LINE } as const
export const BOX = { top: side, bottom: side, left: side, right: side }
const bar = { ...side, size: 12, space: 10 } as const
/** The bar is where lines begin; an indent follows the paragraph's direction automatically, a border does not. */
export const QUOTE: IParagraphOptions = { indent: { left: 360 }, border: { left: bar } }
export const QUOTE_RIGHT_TO_LEFT: IParagraphOptions = { ...QUOTE, border: { right: bar } }

export const STYLES: IStylesOptions = {
  default: {
    document: {
      run: { font: 'Calibri', size: 22, color: INK },
      paragraph: { spacing: { after: 120, line: 288, lineRule: AUTO } },
    },
    title: {
      run: { size: 44, bold: true, color: INK },
      paragraph: { spacing: { after: 80, line: 264, lineRule: AUTO } },
    },
    heading1: {
      run: { size: 28, bold: true, color: INK },
      paragraph: { spacing: { before: 360, after: 120 }, keepNext: true },
    },
    hyperlink: { run: { color: ACCENT, underline: {} } },
  },
}

/** Lists by the type of their section. */
export const BULLETS: INumberingOptions = { config: [bullets('points', '•'), bullets('todos', '☐')] }

function bullets(reference: string, sign: string): INumberingOptions['config'][number] {
  return {
    reference,
    levels: [
      {
        level: 0,
        format: 'bullet',
        text: sign,
        alignment: AlignmentType.START,
        style: { paragraph: { indent: { left: 400, hanging: 400 } } },
      },
    ],
  }
}

export function pageNumbers(): Footer {
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.END,
        children: [new TextRun({ ...SMALL, children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })],
      }),
    ],
  })
}
