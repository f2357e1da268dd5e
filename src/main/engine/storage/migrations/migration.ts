/** One step of the schema. A released one is never edited; a change is a new step. */
export interface Migration {
  /** `user_version` after it. */
  readonly version: number
  readonly statements: readonly string[]
}
