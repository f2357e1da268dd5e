#!/bin/sh
# Stands in for Electron's executable: ELECTRON_EXEC_PATH=tools/chromium-host/electron.sh electron-vite dev
if [ -n "$ELECTRON_RUN_AS_NODE" ]; then exec node "$@"; fi
exec node "$(dirname "$0")/cli.ts" "$@"
