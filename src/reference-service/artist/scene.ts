/** A scene draws one motif: `b` is the brush, `r` the chance of this drawing. */
import type { MotifOf } from '../motifs.ts'
import type { Style } from '../../shared/image.ts'
import type { Brush } from './brush.ts'
import type { Chance } from './chance-source.ts'

export type Scene = (b: Brush, r: Chance) => void

/** Every motif of a style has its scene. */
export type Scenes<S extends Style> = Readonly<Record<MotifOf<S>, Scene>>
