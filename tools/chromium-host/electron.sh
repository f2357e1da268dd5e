#!/bin/sh
# Stands in for Electron's executable: ELECTRON_EXEC_PATH=tools/chromium-host/electron.sh electron-vite dev
exec node "$(dirname "$0")/cli.ts" "$@"
