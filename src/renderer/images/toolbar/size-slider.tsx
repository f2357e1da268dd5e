import { TILE_STEPS } from '../../../shared/preferences.ts'
import { imagesCopy, tileSizeText } from '../../copy/images.ts'
import { usePreferences } from '../../stores/preferences-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Slider } from '../../ui/slider.tsx'
import { SLIDER_MAX, sliderOf, tileAt } from '../grid/tile-size.ts'
import styles from './images-toolbar.module.css'

const TICKS = TILE_STEPS.map(sliderOf)

/** The size of thumbnails. */
export function SizeSlider() {
  const tile = usePreferences((state) => state.preferences.tile)
  const setPreferences = usePreferences((state) => state.setPreferences)
  return (
    <div className={styles.size}>
      <Icon name="tiles" />
      <Slider
        label={imagesCopy.size}
        value={sliderOf(tile)}
        min={0}
        max={SLIDER_MAX}
        ticks={TICKS}
        onChange={(place) => setPreferences({ tile: tileAt(place) })}
        valueText={(place) => tileSizeText(tileAt(place))}
      />
      <Icon name="picture" />
    </div>
  )
}
