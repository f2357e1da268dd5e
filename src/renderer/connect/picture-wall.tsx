import styles from './picture-wall.module.css'

const files = import.meta.glob<string>('../assets/wall/*.webp', { eager: true, import: 'default', query: '?url' })
const pictures = Object.values(files)

/** Enough for a wide screen; what does not fit is cut off. */
const COLUMNS = 10
const ROWS = 8
/** Columns take up the pictures where the one before left off, so that equal ones never stand side by side. */
const columns = Array.from({ length: COLUMNS }, (_, column) => ({
  id: `column-${column}`,
  spots: Array.from({ length: ROWS }, (_spot, row) => ({
    id: `spot-${row}`,
    picture: pictures[(column * ROWS + row) % pictures.length]
  }))
}))

/** Sample pictures at the side of the first screen: what this is about, with nothing to read. */
export function PictureWall() {
  return (
    <div className={styles.wall} aria-hidden="true">
      {columns.map((column) => (
        <div key={column.id} className={styles.column}>
          {column.spots.map(({ id, picture }) => (
            <img key={id} className={styles.picture} src={picture} alt="" draggable={false} />
          ))}
        </div>
      ))}
    </div>
  )
}
