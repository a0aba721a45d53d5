/** Writes tiny neural networks as files that ONNX Runtime loads: the few fields of onnx.proto3 that this needs. */

/** An input or output; a dimension with a name may have any length. */
export interface OnnxValue {
  name: string
  type: 'float' | 'int32' | 'int64'
  dims: readonly (number | string)[]
}

/** A tensor that is part of the model; `values` row by row. */
export interface OnnxConstant {
  type?: 'float' | 'int64'
  dims: readonly number[]
  values: ArrayLike<number>
}

/** One operation: its inputs and outputs, by name. Attributes are integers, or lists of them. */
export interface OnnxNode {
  op: string
  from: readonly string[]
  to: readonly string[]
  attributes?: Readonly<Record<string, number | readonly number[]>>
}

export interface OnnxModel {
  inputs: readonly OnnxValue[]
  outputs: readonly OnnxValue[]
  constants?: Readonly<Record<string, OnnxConstant>>
  nodes: readonly OnnxNode[]
  /** What a library needs from the model besides its results. */
  metadata?: Readonly<Record<string, string | number>>
}

const IR_VERSION = 8
const OPERATOR_SET = 13
const TYPES = { float: 1, int32: 6, int64: 7 }
const ATTRIBUTE_INT = 2
const ATTRIBUTE_INTS = 7

/** The model's file. */
export function writeOnnx({ inputs, outputs, constants = {}, nodes, metadata = {} }: OnnxModel): Buffer {
  const graph = Buffer.concat([
    ...nodes.map((node) => bytes(1, getNode(node))),
    text(2, 'test-model'),
    ...Object.entries(constants).map(([name, constant]) => bytes(5, getTensor(name, constant))),
    ...inputs.map((value) => bytes(11, valueOf(value))),
    ...outputs.map((value) => bytes(12, valueOf(value))),
  ])
  const entries = Object.entries(metadata).map(([key, value]) =>
    bytes(14, Buffer.concat([text(1, key), text(2, String(value))])),
  )
  return Buffer.concat([number(1, IR_VERSION), bytes(7, graph), bytes(8, number(2, OPERATOR_SET)), ...entries])
}

function getNode({ op, from, to, attributes = {} }: OnnxNode): Buffer {
  const listed = Object.entries(attributes).map(([name, value]) => bytes(5, attributeFor(name, value)))
  return Buffer.concat([
    ...from.map((name) => text(1, name)),
    ...to.map((name) => text(2, name)),
    text(4, op),
    ...listed,
  ])
}

function attributeFor(name: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number') return Buffer.concat([text(1, name), number(3, value), number(20, ATTRIBUTE_INT)])
  return Buffer.concat([text(1, name), ...value.map((each) => number(8, each)), number(20, ATTRIBUTE_INTS)])
}

function getTensor(name: string, { type = 'float', dims, values }: OnnxConstant): Buffer {
  const data = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(Array.from(values, BigInt))
  return Buffer.concat([
    ...dims.map((dim) => number(1, dim)),
    number(2, TYPES[type]),
    text(8, name),
    bytes(9, Buffer.from(data.buffer)),
  ])
}

function valueOf({ name, type, dims }: OnnxValue): Buffer {
  const shape = Buffer.concat(dims.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : text(2, dim))))
  return Buffer.concat([text(1, name), bytes(2, bytes(1, Buffer.concat([number(1, TYPES[type]), bytes(2, shape)])))])
}

/**
 * Protocol Buffers: a field is its number and kind, then its value; values other than numbers are prefixed with their
 * length.
 */
function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(BigInt(field << 3)), varint(BigInt.asUintN(64, BigInt(value)))])
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(BigInt((field << 3) | 2)), varint(BigInt(content.length)), content])
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content))
}

/** Seven bits a byte, the lowest first. */
function varint(value: bigint): Buffer {
  const low = Number(value & 127n)
  const rest = value >> 7n
  return rest === 0n ? Buffer.of(low) : Buffer.concat([Buffer.of(low | 128), varint(rest)])
}
