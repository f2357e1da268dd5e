import type { ImageQuery } from '../../../shared/query.ts'
import { imagesCopy, sortChoices } from '../../copy/images.ts'
import type { SortChoice } from '../../copy/images.ts'
import { useMediaQuery } from '../../frame/use-media-query.ts'
import { useQuery } from '../../stores/query-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { ToolbarButton } from './toolbar-button.tsx'

type Sort = Pick<ImageQuery, 'sortBy' | 'sort'>

const sorts: Readonly<Record<SortChoice, Sort>> = {
  'id desc': { sortBy: 'id', sort: 'desc' },
  'id asc': { sortBy: 'id', sort: 'asc' },
  'name asc': { sortBy: 'name', sort: 'asc' },
  'name desc': { sortBy: 'name', sort: 'desc' }
}

/** The order of the grid, as a menu. */
export function SortButton() {
  const value = useQuery(({ query }): SortChoice => `${query.sortBy} ${query.sort}`)
  const setQuery = useQuery((state) => state.setQuery)
  const isNarrow = useMediaQuery('(width < 1280px)')
  const choice = sortChoices.find((other) => other.value === value)
  return (
    <Menu
      align="end"
      trigger={
        <ToolbarButton
          icon="sort"
          label={`${imagesCopy.sort}: ${choice?.label ?? ''}`}
          words={isNarrow ? choice?.short : choice?.label}
        >
          <Icon name="chevron-down" size={12} />
        </ToolbarButton>
      }
    >
      <MenuChoices
        label={imagesCopy.sort}
        value={value}
        options={sortChoices}
        onChange={(next) => setQuery(sorts[next])}
      />
    </Menu>
  )
}
