/**
 * Makes the n-th statement of this process fail, as SQLite fails: every handle opened after `watchStatements` counts
 * what it executes. Statements of all kinds count, including reads.
 */
import Database from 'better-sqlite3'

export interface StatementError {
  /** Extended result code of SQLite. */
  readonly code: string
  /** SQLite rolls back the whole transaction before it reports the error. */
  readonly rollsBack: boolean
  /** Counts only matching statements; absent = all. */
  readonly where?: RegExp
}

/** The next failure; counts down with each statement. */
interface Plan {
  left: number
  readonly error: StatementError
}

export class StatementFaults {
  #plan: Plan | null = null

  /** Makes the n-th statement from now on fail, n from 1; once. */
  arm(n: number, error: StatementError): void {
    this.#plan = { left: n, error }
  }

  /** Cancels the planned failure. Returns whether it never occurred because there were fewer statements. */
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

/** Test files share processes, and the driver is patched once in each. */
const WATCHED = Symbol.for('proofsheet.statement-faults')

/** Returns the same object for every caller in a process. */
export function watchStatements(): StatementFaults {
  const { prototype } = Database
  // Stored by the first call below.
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
  for (const method of ['run', 'get', 'all'] as const) {
    const execute: (...params: unknown[]) => unknown = Reflect.get(statement, method)
    Object.defineProperty(statement, method, {
      value: (...params: unknown[]) => {
        spend()
        return execute.apply(statement, params)
      }
    })
  }
  return statement
}
