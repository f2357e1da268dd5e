/** Runs an operation: the dialect parses the request and writes the response, the core does the work. */
import { readUpdate } from './dialects/read-form.ts'
import { readImageList, readProjectList } from './dialects/read-list.ts'
import { MOUNT } from './dialects/read-method.ts'
import type { ServiceDialect } from './dialects/switches.ts'
import { readId } from './dialects/wire-values.ts'
import { writeResponse } from './dialects/write-response.ts'
import type { OperationInput, ServiceResponse, OperationResult, PageWindow } from './exchange.ts'
import type { Alteration } from './faults.ts'
import {
  deleteImage,
  listImages,
  showImage,
  storeImage,
  updateImage,
  type ImageContext,
  type Checked
} from './image-operations.ts'
import { deleteProject, listProjects, projectAt, type ProjectContext } from './project-operations.ts'
import type { Operation } from './routes.ts'

type OperationContext = ImageContext & ProjectContext

interface Call {
  readonly context: OperationContext
  readonly dialect: ServiceDialect
  readonly input: OperationInput
  readonly alter: Alteration
}

type Run = (call: Call) => OperationResult | Promise<OperationResult>

const RUNS: Readonly<Record<Operation, Run>> = {
  'list-images': ({ context, dialect, input, alter }) => {
    const read = readImageList(dialect, input.query, context.settings.imagesPerPage)
    return listed(read, alter, (args) => listImages(context, args))
  },
  'show-image': ({ context, dialect, input }) => showImage(context, { id: readId(dialect.ids, input.key) }),
  'store-image': ({ context, dialect, input }) =>
    storeImage(context, { form: input.form, picture: dialect.create === 'inside' ? 'inside' : 'later' }),
  'update-image': ({ context, dialect, input }) => updateImage(context, readUpdate(dialect, input)),
  'delete-image': ({ context, dialect, input }) =>
    deleteImage(context, { id: readId(dialect.ids, input.key), keeps: dialect.deletion !== 'removes' }),
  'list-projects': ({ context, dialect, input, alter }) => {
    const read = readProjectList(dialect, input.query, context.settings.projectsPerPage)
    return listed(read, alter, (args) => listProjects(context, args))
  },
  'delete-project': ({ context, dialect, input }) =>
    deleteProject(context, {
      project: projectAt(dialect, context, input.key),
      keeps: dialect.deletion !== 'removes',
      takesNext: dialect.projects === 'by-id-with-next'
    })
}

/** Runs the requested operation, or the one of a fault. */
export async function operate(operation: Operation, call: Call): Promise<ServiceResponse> {
  const { context, dialect, alter } = call
  const input = alter.form === undefined ? call.input : { ...call.input, form: alter.form(call.input.form) }
  const result = await RUNS[alter.operation ?? operation]({ ...call, input })
  return writeResponse(dialect, result, {
    base: input.origin + (dialect.mount === 'below' ? MOUNT : ''),
    address: input.origin + input.path,
    query: input.query,
    now: context.clock.now(),
    alter
  })
}

function listed<A extends { readonly window: PageWindow }>(
  read: Checked<A>,
  { window }: Alteration,
  list: (args: A) => OperationResult
): OperationResult {
  if (!read.ok) return { kind: 'invalid', errors: read.errors }
  return list(window === undefined ? read.value : { ...read.value, window: window(read.value.window) })
}
