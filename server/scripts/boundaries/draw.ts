/** Updates the diagram in docs/ARCHITECTURE.md from the current imports. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../places.ts'
import { essentialEdges } from './graph.ts'
import { PACKAGE_FOLDERS, readSources } from './imports.ts'
import { folderGraph, replacePicture } from './picture.ts'

const page = join(ROOT, 'docs/ARCHITECTURE.md')
const edges = essentialEdges(folderGraph(readSources(ROOT, PACKAGE_FOLDERS)))
writeFileSync(page, replacePicture(readFileSync(page, 'utf8'), edges))
