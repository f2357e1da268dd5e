/** Performs each operation as the app does, on records of its own, and checks the service’s records afterwards. */
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import { deleteImage, listImages, showImage, storeImage } from '../../src/main/engine/service/images.ts'
import { deleteProject, listProjects } from '../../src/main/engine/service/projects.ts'
import type { ServiceResult, ServiceClient } from '../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../src/main/engine/service/update-image.ts'
import { writeId } from '../../src/reference-service/dialects/wire-values.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { takesIds } from '../../src/reference-service/project-operations.ts'
import type { ServiceStore } from '../../src/reference-service/reference-service.ts'
import type { Group } from '../../src/shared/sync-status.ts'
import type { Act } from './expected.ts'
import { NO_FACETS } from '../../src/shared/image.ts'

/** Records of the acts. */
export interface Stage {
  readonly image: number
  readonly imageId: string
  readonly doomed: number
  readonly doomedId: string
  readonly project: string
  /** ID for the deletion; `null` if the service deletes by name. */
  readonly projectId: string | null
  /** Images before the act. */
  readonly size: number
}

export interface ActCase {
  readonly group: Group
  readonly run: (client: ServiceClient, stage: Stage) => Promise<ServiceResult<unknown>>
  /** Whether the service performed it; `null` for reads. */
  readonly isDone: ((store: ServiceStore, stage: Stage) => boolean) | null
}

const NAME = 'A quiet harbor'
const NEW_NAME = 'A quiet  harbor before the rain'
const FORM = { name: 'Five koi in a pond', description: 'Five koi', resolution: '512x512' } as const
const FACET_SAMPLE = { ...NO_FACETS, resolution: '512x512' } as const
const PROJECT = 'conformance.example'

/** Creates the records of an act. */
export function prepareStage({ images, projects }: ServiceStore, dialect: ServiceDialect): Stage {
  const image = images.get(7) === null ? images.add({ ...FACET_SAMPLE, name: NAME, description: 'A harbor' }).id : 7
  images.put(image, { favorite: false, name: NAME })
  const doomed = images.add({ ...FACET_SAMPLE, name: 'Doomed', description: 'To be deleted' }).id
  projects.put({ project: PROJECT, reports: 1, result: '1.00', createdAt: 0 })
  const idOf = (id: number): string => String(writeId(dialect.ids, id))
  const projectId = takesIds(dialect) ? idOf(projects.get(PROJECT)?.id ?? 0) : null
  return { image, imageId: idOf(image), doomed, doomedId: idOf(doomed), project: PROJECT, projectId, size: images.size }
}

/** Results of an image, as the app knows them. */
export const KNOWN = { results: null, result: 'harbor.jpg', url: null }

export const ACT_CASES: Readonly<Record<Act, ActCase>> = {
  'list-images': {
    group: 'images',
    run: (client) => listImages(client, { perPage: 25, page: 1, sortBy: 'id', sort: 'desc' }),
    isDone: null
  },
  'show-image': { group: 'images', run: (client, { imageId }) => showImage(client, { id: imageId }), isDone: null },
  'list-projects': { group: 'projects', run: (client) => listProjects(client, { perPage: 10, page: 1 }), isDone: null },
  'store-image': {
    group: 'images',
    run: (client) => storeImage(client, FORM),
    isDone: ({ images }, { size }) => images.size > size
  },
  'update-image': {
    group: 'images',
    run: (client, { imageId }) => updateImage(client, { id: imageId, favorite: true, known: KNOWN }),
    isDone: ({ images }, { image }) => images.get(image)?.favorite === true
  },
  'rename-image': {
    group: 'images',
    run: (client, { imageId }) =>
      updateImage(client, { id: imageId, name: NEW_NAME, nameBefore: NAME, favorite: true, known: KNOWN }),
    isDone: ({ images }, { image }) => images.get(image)?.name !== NAME
  },
  'delete-image': {
    group: 'images',
    run: (client, { doomedId }) => deleteImage(client, { id: doomedId }),
    isDone: ({ images }, { doomed }) => images.get(doomed) === null
  },
  'delete-project': {
    group: 'projects',
    run: (client, { project, projectId }) => deleteProject(client, { project, id: projectId }),
    isDone: ({ projects }, { project }) => projects.get(project) === null
  }
}

/** Returns the failure of an outcome; `null` if it was applied. */
export const failureOf = (outcome: Outcome<unknown>) => (outcome.kind === 'applied' ? null : outcome.failure)
