/** Writes tiny language models as files that llama.cpp loads: the parts of GGUF 3 that this needs. */

/** A header value, with the type that its reader expects. */
export type GgufValue =
  | { type: 'uint32' | 'float32'; value: number }
  | { type: 'bool'; value: boolean }
  | { type: 'string'; value: string }
  | { type: 'int32s' | 'float32s'; value: readonly number[] }
  | { type: 'strings'; value: readonly string[] }

/** Weights as 32-bit floats; the first dimension varies fastest. */
export interface GgufTensor {
  name: string
  dims: readonly number[]
  values: Float32Array
}

const VERSION = 3
const ALIGNMENT = 32
const TYPES = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 }
const FLOAT_32 = 0

/** The model's file. */
export function writeGguf(header: Readonly<Record<string, GgufValue>>, tensors: readonly GgufTensor[]): Buffer {
  const offsets: number[] = []
  let size = 0
  for (const { values } of tensors) {
    offsets.push(size)
    size = aligned(size + values.byteLength)
  }
  const start = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(VERSION),
    uint64(tensors.length),
    uint64(Object.keys(header).length),
    ...Object.entries(header).map(([key, value]) => Buffer.concat([text(key), valueOf(value)])),
    ...tensors.map(({ name, dims }, i) =>
      Buffer.concat([text(name), uint32(dims.length), ...dims.map(uint64), uint32(FLOAT_32), uint64(offsets[i] ?? 0)]),
    ),
  ])
  const data = Buffer.alloc(size)
  tensors.forEach(({ values }, i) =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength).copy(data, offsets[i]),
  )
  return Buffer.concat([start, Buffer.alloc(aligned(start.length) - start.length), data])
}

function valueOf({ type, value }: GgufValue): Buffer {
  switch (type) {
    case 'uint32':
      return Buffer.concat([uint32(TYPES.uint32), uint32(value)])
    case 'float32':
      return Buffer.concat([uint32(TYPES.float32), float32(value)])
    case 'bool':
      return Buffer.concat([uint32(TYPES.bool), Buffer.of(Number(value))])
    case 'string':
      return Buffer.concat([uint32(TYPES.string), text(value)])
    case 'strings':
      return list(TYPES.string, value.map(text))
    case 'int32s':
      return list(TYPES.int32, value.map(int32))
    case 'float32s':
      return list(TYPES.float32, value.map(float32))
  }
}

function list(type: number, values: readonly Buffer[]): Buffer {
  return Buffer.concat([uint32(TYPES.array), uint32(type), uint64(values.length), ...values])
}

function text(value: string): Buffer {
  return Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)])
}

function aligned(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT
}

function uint32(value: number): Buffer {
  return Buffer.from(Uint32Array.of(value).buffer)
}

function int32(value: number): Buffer {
  return Buffer.from(Int32Array.of(value).buffer)
}

function float32(value: number): Buffer {
  return Buffer.from(Float32Array.of(value).buffer)
}

function uint64(value: number): Buffer {
  return Buffer.from(BigUint64Array.of(BigInt(value)).buffer)
}
