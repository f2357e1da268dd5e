/** The interface of the service as its owner specifies it: every operation and every parameter, and nothing else. */

export interface InterfaceRow {
  readonly operation: string
  /** '' stands for the operation itself. */
  readonly parameter: string
}

const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  'GET /api/v1/images': [
    'search',
    'search_by',
    'resolution',
    'style',
    'medium',
    'filter',
    'favorite',
    'sort_by',
    'sort',
    'per_page'
  ],
  'GET /api/v1/images/{id}': ['id'],
  'POST /api/v1/images': ['name', 'description', 'resolution', 'style', 'medium', 'filter'],
  'PUT or PATCH /api/v1/images/{id}': ['id', 'name', 'results', 'favorite'],
  'DELETE /api/v1/images/{id}': ['id'],
  'GET /api/v1/projects': ['search', 'search_by', 'sort_by', 'sort', 'per_page'],
  'DELETE /api/v1/projects/{project}': ['project'],
  'every operation': ['Authorization', 'Accept', 'Content-Type']
}

export const INTERFACE_ROWS: readonly InterfaceRow[] = Object.entries(OPERATIONS).flatMap(([operation, parameters]) =>
  ['', ...parameters].map((parameter) => ({ operation, parameter }))
)
