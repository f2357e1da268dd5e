/**
 * Makes a fresh clone ready: Node, system packages, npm packages. In a ready one it does nothing, in a few milliseconds.
 *
 *   node tools/setup/setup.mjs                         everything that the tests need
 *   node tools/setup/setup.mjs run FILE [arguments]    what a start needs; then FILE, on the Node of the packages
 *
 * This file alone keeps to old words, without imports: a Node from 12 on must come as far as the sentence.
 */
const major = Number(process.versions.node.split('.')[0])

if (major < 20) {
  process.stderr.write(
    'Proofsheet needs Node 20 or newer to set itself up; this is ' +
      process.version +
      '. Get one from https://nodejs.org and try again.\n'
  )
  process.exitCode = 1
} else {
  void import('./prepare.mjs').then((prepare) => prepare.main(process.argv.slice(2)))
}
