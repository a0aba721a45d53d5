/** The cost of validating JSON besides its length, because a schema reports each wrong value. */
export interface JsonSize {
  /** Commas and opening brackets: at least the number of values, except for a single one. */
  values: number
  /** Nesting depth of lists and objects. */
  depth: number
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Whether JSON is within limits for values and levels. Text that isn't JSON may pass. @param json UTF-8. */
export function isWithinJsonSize(json: Uint8Array, { values: mostValues, depth: mostDepth }: JsonSize): boolean {
  let values = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      at = endOfString(json, at)
      continue
    }
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
    else if (byte !== COMMA) continue
    if (byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) values += 1
    if (values > mostValues || depth > mostDepth) return false
  }
  return true
}

/** @returns the position of the string's closing quote, or the end. */
function endOfString(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return json.length
}
