/**
 * Prepares a clone: Node, system packages, npm packages. Takes a few milliseconds if nothing is missing.
 *
 *   node tools/setup/setup.mjs                         installs everything that the tests need
 *   node tools/setup/setup.mjs run FILE [arguments]    installs what a start needs, and runs FILE on the packages' Node
 *
 * This file uses old syntax without imports, so that Node 12 and later can show the sentence.
 */
const major = Number(process.versions.node.split('.')[0])

if (major < 20) {
  process.stderr.write(
    'Proofsheet needs Node 20 or newer; this is ' +
      process.version +
      '. Install it from https://nodejs.org and try again.\n'
  )
  process.exitCode = 1
} else {
  void import('./prepare.mjs').then((prepare) => prepare.main(process.argv.slice(2)))
}
