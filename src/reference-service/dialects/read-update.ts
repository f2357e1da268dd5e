/** What an update asks for, as a dialect reads it. */
import type { OperationInput } from '../exchange.ts'
import type { FormMap } from '../form.ts'
import type { UpdateArgs } from '../image-operations.ts'
import { readFlag } from './read-flag.ts'
import type { ServiceDialect } from './switches.ts'
import { readId } from './wire-id.ts'

export function readUpdate(dialect: ServiceDialect, { key, method, form }: OperationInput): UpdateArgs {
  return {
    id: readId(dialect.ids, key),
    form: withFlagInDigits(dialect, form),
    demands: dialect.demands,
    blanks: method === 'PUT' ? BLANKS[dialect.put] : 'nothing'
  }
}

const BLANKS: Readonly<Record<ServiceDialect['put'], UpdateArgs['blanks']>> = {
  partial: 'nothing',
  replaces: 'everything',
  'blanks-name': 'name',
  refused: 'nothing'
}

/** `favorite` as the core takes it: 1, 0, or nothing it takes. */
function withFlagInDigits(dialect: ServiceDialect, form: FormMap): FormMap {
  const sent = form['favorite']
  if (sent === undefined) return form
  const flag = readFlag(dialect.favorite, typeof sent === 'string' ? sent : null)
  return { ...form, favorite: flag === null ? null : flag ? '1' : '0' }
}
