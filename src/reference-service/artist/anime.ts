/** Anime: painted backgrounds. */
import { harborDawn, harborNeon, harborRain } from './anime-harbor.ts'
import { bamboo, blossom, comet, fields } from './anime-sky.ts'
import { crossing, neonStreet, umbrellas, windowCat } from './anime-town.ts'
import { koi, lake, lanterns, thunderhead, torii, whale } from './anime-water.ts'
import type { Scenes } from './scene.ts'

export const anime: Scenes<'anime'> = {
  'harbor-neon': harborNeon,
  'harbor-dawn': harborDawn,
  'harbor-rain': harborRain,
  thunderhead,
  crossing,
  'neon-street': neonStreet,
  torii,
  blossom,
  comet,
  lanterns,
  koi,
  bamboo,
  umbrellas,
  lake,
  whale,
  'window-cat': windowCat,
  fields
}
