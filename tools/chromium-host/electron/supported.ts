/**
 * The members of Electron that this host has, as one list with three readers: the classes here implement exactly
 * these of Electron's own declarations, a test looks for each at run time, and another compiles the app against
 * declarations cut down to them, so that what the app uses and the host lacks has a name.
 */
import type * as Electron from 'electron'

/** Declared name -> Electron's type of it. */
export interface Declared {
  App: Electron.App
  CommandLine: Electron.CommandLine
  BrowserWindow: Electron.BrowserWindow
  WebContents: Electron.WebContents
  WebFrameMain: Electron.WebFrameMain
  Session: Electron.Session
  Protocol: Electron.Protocol
  WebRequest: Electron.WebRequest
  IpcMain: Electron.IpcMain
  Net: Electron.Net
  ClientRequest: Electron.ClientRequest
  IncomingMessage: Electron.IncomingMessage
  NativeTheme: Electron.NativeTheme
  Menu: Electron.Menu
  Screen: Electron.Screen
  Shell: Electron.Shell
  Dialog: Electron.Dialog
  Clipboard: Electron.Clipboard
  Notification: Electron.Notification
  PowerMonitor: Electron.PowerMonitor
  PowerSaveBlocker: Electron.PowerSaveBlocker
  UtilityProcess: Electron.UtilityProcess
}

export const SUPPORTED = {
  App: [
    'whenReady',
    'isReady',
    'quit',
    'exit',
    'relaunch',
    'focus',
    'getAppPath',
    'getPath',
    'setPath',
    'getVersion',
    'getName',
    'setName',
    'name',
    'getLocale',
    'getSystemLocale',
    'getLocaleCountryCode',
    'getPreferredSystemLanguages',
    'requestSingleInstanceLock',
    'hasSingleInstanceLock',
    'releaseSingleInstanceLock',
    'isPackaged',
    'commandLine',
    'setAppUserModelId',
    'setAboutPanelOptions',
    'disableHardwareAcceleration',
    'enableSandbox',
    'userAgentFallback'
  ],
  CommandLine: ['appendSwitch', 'hasSwitch', 'getSwitchValue', 'removeSwitch', 'appendArgument'],
  BrowserWindow: [
    'id',
    'webContents',
    'loadURL',
    'show',
    'showInactive',
    'hide',
    'focus',
    'blur',
    'isFocused',
    'isVisible',
    'close',
    'destroy',
    'isDestroyed',
    'getBounds',
    'setBounds',
    'getContentBounds',
    'getNormalBounds',
    'getSize',
    'setSize',
    'getPosition',
    'setPosition',
    'setMinimumSize',
    'isMinimized',
    'minimize',
    'restore',
    'isMaximized',
    'maximize',
    'unmaximize',
    'isFullScreen',
    'setFullScreen',
    'setBackgroundColor',
    'getBackgroundColor',
    'setTitle',
    'getTitle',
    'setMenu',
    'removeMenu',
    'setMenuBarVisibility',
    'setAutoHideMenuBar',
    'setTitleBarOverlay',
    'setProgressBar',
    'center',
    'reload'
  ],
  WebContents: [
    'id',
    'mainFrame',
    'session',
    'send',
    'loadURL',
    'reload',
    'getURL',
    'getTitle',
    'isDestroyed',
    'isLoading',
    'isCrashed',
    'setWindowOpenHandler',
    'openDevTools',
    'closeDevTools',
    'isDevToolsOpened',
    'toggleDevTools',
    'focus',
    'isFocused',
    'forcefullyCrashRenderer',
    'getOSProcessId',
    'setZoomFactor',
    'getZoomFactor',
    'setZoomLevel',
    'getZoomLevel',
    'zoomFactor',
    'setVisualZoomLevelLimits',
    'setBackgroundThrottling',
    'undo',
    'redo',
    'cut',
    'copy',
    'paste',
    'selectAll',
    'stop',
    'close',
    'isDevToolsFocused',
    'getUserAgent'
  ],
  WebFrameMain: ['url', 'origin', 'parent', 'top', 'frameTreeNodeId', 'isDestroyed', 'detached', 'send'],
  Session: [
    'protocol',
    'webRequest',
    'fetch',
    'closeAllConnections',
    'resolveHost',
    'resolveProxy',
    'setPermissionRequestHandler',
    'setPermissionCheckHandler',
    'setDevicePermissionHandler',
    'setDisplayMediaRequestHandler',
    'setUserAgent',
    'getUserAgent',
    'isPersistent',
    'storagePath',
    'setSpellCheckerEnabled',
    'clearCache',
    'clearStorageData',
    'clearHostResolverCache',
    'flushStorageData',
    'enableNetworkEmulation',
    'disableNetworkEmulation'
  ],
  Protocol: ['registerSchemesAsPrivileged', 'handle', 'unhandle', 'isProtocolHandled'],
  WebRequest: ['onBeforeRequest'],
  IpcMain: ['handle', 'handleOnce', 'removeHandler', 'on', 'once', 'off', 'removeListener', 'removeAllListeners'],
  Net: ['request', 'fetch', 'isOnline', 'online'],
  ClientRequest: ['setHeader', 'getHeader', 'removeHeader', 'write', 'end', 'abort', 'followRedirect'],
  IncomingMessage: ['statusCode', 'statusMessage', 'headers', 'rawHeaders'],
  NativeTheme: [
    'themeSource',
    'shouldUseDarkColors',
    'shouldUseHighContrastColors',
    'shouldUseInvertedColorScheme',
    'inForcedColorsMode',
    'prefersReducedTransparency'
  ],
  Menu: ['items', 'append', 'getMenuItemById', 'insert', 'popup', 'closePopup'],
  Screen: [
    'getAllDisplays',
    'getPrimaryDisplay',
    'getDisplayMatching',
    'getDisplayNearestPoint',
    'getCursorScreenPoint'
  ],
  Shell: ['openExternal', 'openPath', 'showItemInFolder', 'trashItem', 'beep'],
  Dialog: [
    'showOpenDialog',
    'showSaveDialog',
    'showMessageBox',
    'showOpenDialogSync',
    'showSaveDialogSync',
    'showMessageBoxSync',
    'showErrorBox'
  ],
  Clipboard: ['readText', 'writeText', 'clear'],
  Notification: ['show', 'close', 'title', 'body'],
  PowerMonitor: ['getSystemIdleState', 'getSystemIdleTime', 'isOnBatteryPower', 'onBatteryPower'],
  PowerSaveBlocker: ['start', 'stop', 'isStarted'],
  UtilityProcess: ['pid', 'stdout', 'stderr', 'postMessage', 'kill']
} as const satisfies { readonly [K in keyof Declared]: readonly (keyof Declared[K])[] }

export type SupportedName = keyof typeof SUPPORTED

/** What a class of this host implements. */
export type Supported<K extends SupportedName> = Pick<
  Declared[K],
  Extract<(typeof SUPPORTED)[K][number], keyof Declared[K]>
>
