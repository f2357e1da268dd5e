/**
 * Makes the n-th statement of this process fail, as SQLite fails: every handle of the driver that is opened after
 * `watchStatements` counts what it executes. Statements of all kinds count, also those that only read.
 */
import Database from 'better-sqlite3'

export interface StatementError {
  /** Extended result code of SQLite. */
  readonly code: string
  /** SQLite undoes the whole transaction by itself before it says so. */
  readonly rollsBack: boolean
  /** Counts these alone; absent = all. */
  readonly where?: RegExp
}

/** What fails next; counts down with each statement. */
interface Plan {
  left: number
  readonly error: StatementError
}

export class StatementFaults {
  #plan: Plan | null = null

  /** The n-th statement from now on fails, n from 1; once. */
  arm(n: number, error: StatementError): void {
    this.#plan = { left: n, error }
  }

  /** Nothing fails any more. Answers whether there were fewer statements than that, so that none has failed. */
  disarm(): boolean {
    const isUnspent = this.#plan !== null
    this.#plan = null
    return isUnspent
  }

  /** Called before each statement. */
  spend(db: Database.Database, sql: string, rollBack: () => void): void {
    const plan = this.#plan
    if (plan === null || plan.error.where?.test(sql) === false) return
    plan.left -= 1
    if (plan.left > 0) return
    this.#plan = null
    if (plan.error.rollsBack && db.inTransaction) rollBack()
    throw new Database.SqliteError(`played: ${plan.error.code}`, plan.error.code)
  }
}

type Prepare = (this: Database.Database, sql: string) => Database.Statement
type Execute = (this: Database.Database, sql: string, ...more: never[]) => unknown

/** Files of tests share processes, and the driver is watched once in each. */
const WATCHED = Symbol.for('proofsheet.statement-faults')

/** The same for every caller in a process. */
export function watchStatements(): StatementFaults {
  const { prototype } = Database
  // Put there below.
  const known = Reflect.get(prototype, WATCHED) as StatementFaults | undefined
  if (known !== undefined) return known
  const faults = new StatementFaults()
  const prepare: Prepare = Reflect.get(prototype, 'prepare')
  const exec: Execute = Reflect.get(prototype, 'exec')
  const pragma: Execute = Reflect.get(prototype, 'pragma')
  const spend = (db: Database.Database, sql: string): void => faults.spend(db, sql, () => exec.call(db, 'ROLLBACK'))
  const watched = (execute: Execute): Execute =>
    function (this: Database.Database, sql, ...more) {
      spend(this, sql)
      return execute.call(this, sql, ...more)
    }
  Object.assign(prototype, {
    prepare(this: Database.Database, sql: string) {
      return watchStatement(prepare.call(this, sql), () => spend(this, sql))
    },
    exec: watched(exec),
    pragma: watched(pragma),
    [WATCHED]: faults
  })
  return faults
}

function watchStatement(statement: Database.Statement, spend: () => void): Database.Statement {
  for (const way of ['run', 'get', 'all'] as const) {
    const execute: (...params: unknown[]) => unknown = Reflect.get(statement, way)
    Object.defineProperty(statement, way, {
      value: (...params: unknown[]) => {
        spend()
        return execute.apply(statement, params)
      }
    })
  }
  return statement
}
