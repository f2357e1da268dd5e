import { expect, test } from 'vitest'
import { keyStoreFault } from './key-store-fault.ts'

test.each([
  ['Cannot create an item in a locked collection', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['User canceled the operation.', 'denied'],
  ['The user name or passphrase you entered is not correct.', 'denied'],
  ['Prompt was dismissed', 'denied'],
  ['Timeout was reached', 'timed-out'],
  ['Did not receive a reply. org.freedesktop.DBus.Error.NoReply', 'timed-out'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'unavailable'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'unavailable'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'unavailable'],
  ['libsecret-1.so.0: cannot open shared object file', 'unavailable']
] as const)('%s', (message, fault) => {
  expect(keyStoreFault(new Error(message))).toBe(fault)
})

test('a value that is not an error means that the keychain is unavailable', () => {
  expect(keyStoreFault(undefined)).toBe('unavailable')
})
