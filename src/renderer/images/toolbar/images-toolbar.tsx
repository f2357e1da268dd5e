import { imagesCopy, viewCount, viewTitle } from '../../copy/images.ts'
import { SampleMark } from '../../frame/sample-mark.tsx'
import type { InspectorPanel } from '../../frame/use-inspector-panel.ts'
import { useCreate } from '../../stores/create-store.ts'
import { useFacets } from '../../stores/facet-store.ts'
import { countFilters, useQuery } from '../../stores/query-store.ts'
import { useSync } from '../../stores/sync-store.ts'
import { IconButton } from '../../ui/button.tsx'
import { useView } from '../view/view-store.ts'
import { FilterButton } from './filter-button.tsx'
import { NewImageButton } from './new-image-button.tsx'
import { ImageSearch } from './image-search.tsx'
import { SizeSlider } from './size-slider.tsx'
import { SortButton } from './sort-button.tsx'
import { viewNumbers } from './view-numbers.ts'
import styles from './images-toolbar.module.css'

/** Title and controls of the images screen. */
export function ImagesToolbar({ panel }: { readonly panel: InspectorPanel }) {
  // The create form takes the place of the panel.
  const isCreating = useCreate((state) => state.isOpen)
  return (
    <>
      <ViewTitle />
      <ImageSearch />
      <FilterButton />
      <SortButton />
      <SizeSlider />
      {!isCreating && (panel.isOverlay || !panel.isOpen) && (
        <IconButton
          icon="panel"
          label={panel.isOpen ? imagesCopy.hideInfo : imagesCopy.showInfo}
          isOn={panel.isOpen}
          onClick={() => panel.setOpen(!panel.isOpen)}
        />
      )}
      <NewImageButton />
    </>
  )
}

function ViewTitle() {
  const query = useQuery((state) => state.query)
  const counts = useFacets((state) => state.counts)
  const shown = useView((state) => state.shown)
  const isFilling = useSync(({ status }) => status?.images.reading !== null && status?.images.completeAsOf === null)
  return (
    <div className={styles.title}>
      <div className={styles.line}>
        <h1 className={styles.name}>{viewTitle(query)}</h1>
        <SampleMark />
      </div>
      <p className={styles.count}>
        {counts &&
          viewCount({
            ...viewNumbers(query, shown, counts),
            isFiltered: countFilters(query) > 0,
            isFilling
          })}
      </p>
    </div>
  )
}
