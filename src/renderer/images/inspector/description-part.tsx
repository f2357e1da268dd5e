import type { ImageRow } from '../../../shared/image.ts'
import { inspectorCopy } from '../../copy/inspector.ts'
import { Button } from '../../ui/button.tsx'
import { FoldedText } from '../../ui/folded-text.tsx'
import { useControl } from '../control-context.ts'
import { useDetail } from './detail-store.ts'
import styles from './description-part.module.css'
import words from './panel-words.module.css'

/** The whole prompt; until it is read, as much of it as the row carries. */
export function DescriptionPart({ row }: { readonly row: ImageRow }) {
  const { run } = useControl()
  const description = useDetail((state) => state.detail?.description) ?? row.prompt
  return (
    <>
      <div className={styles.headingLine}>
        <h3 className={words.heading}>{inspectorCopy.description}</h3>
        {description !== null && (
          <Button icon="copy" size="small" onClick={() => run({ name: 'copy-prompt' }, row.record)}>
            {inspectorCopy.copy}
          </Button>
        )}
      </div>
      {description === null ? (
        <p className={words.quiet}>{inspectorCopy.noPrompt}</p>
      ) : (
        <FoldedText
          // Another record begins folded.
          key={row.record}
          text={description}
          moreLabel={inspectorCopy.showAll}
          lessLabel={inspectorCopy.showLess}
        />
      )}
    </>
  )
}
