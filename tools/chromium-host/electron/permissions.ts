/** The app's permission handlers, asked once for each load and told to Chromium, which then decides by itself. */
import type { CdpSession, Protocol } from '../cdp.ts'
import type { HostSession } from './session.ts'

/** Electron's name -> Chromium's descriptors. */
const PERMISSIONS: Readonly<Record<string, readonly Protocol.Browser.PermissionDescriptor[]>> = {
  'clipboard-read': [{ name: 'clipboard-read' }],
  'clipboard-sanitized-write': [{ name: 'clipboard-write' }],
  geolocation: [{ name: 'geolocation' }],
  'idle-detection': [{ name: 'idle-detection' }],
  media: [{ name: 'camera' }, { name: 'microphone' }],
  midi: [{ name: 'midi' }],
  notifications: [{ name: 'notifications' }],
  'storage-access': [{ name: 'storage-access' }]
}

interface Asking {
  readonly session: HostSession
}

/** `inside` is the page's address in Chromium, `origin` the one that handlers are told. */
export async function grantPermissions(
  cdp: CdpSession,
  contents: Asking,
  origin: string,
  inside: string
): Promise<void> {
  if (!/^https?:/.test(inside)) return
  const decided = Object.entries(PERMISSIONS).flatMap(([name, descriptors]) => {
    const setting = contents.session.isGranted(contents, name, origin) ? 'granted' : 'denied'
    return descriptors.map((permission) => ({ permission, setting, origin: new URL(inside).origin }) as const)
  })
  await Promise.all(decided.map((one) => cdp.send('Browser.setPermission', one)))
}
