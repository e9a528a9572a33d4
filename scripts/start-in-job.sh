#!/usr/bin/env bash
# Installs the folder or tarball SALLYPORT_PACKAGE, or builds this repository if it is empty; starts a server with the flags
# SALLYPORT_ARGS, waits until it answers, and names its kubeconfig, SALLYPORT_KUBECONFIG, to the steps that follow (GITHUB_ENV).
set -euo pipefail

folder=$(dirname "$SALLYPORT_KUBECONFIG")
mkdir -p "$folder"
if [ -z "$SALLYPORT_PACKAGE" ]; then
  root=$(cd "$(dirname "$0")/.." && pwd)
  (cd "$root" && npm ci --workspaces=false --no-fund --no-audit && npm run build)
elif [ -e "$SALLYPORT_PACKAGE" ]; then
  # An absolute path: npm looks up other words in the registry.
  npm install --prefix "$folder" --no-save --no-fund --no-audit "$(realpath "$SALLYPORT_PACKAGE")"
  root=$folder/node_modules/sallyport
else
  echo "package: there is no file or folder $SALLYPORT_PACKAGE; the package is in no registry yet" >&2
  exit 1
fi
# The arguments are words, as in a shell without quotes.
# shellcheck disable=SC2086
nohup node "$root/dist/cli/main.js" serve --in-memory --secure-port 0 --data-dir "$folder/data" \
  --write-kubeconfig "$SALLYPORT_KUBECONFIG" $SALLYPORT_ARGS > "$folder/log" 2>&1 &
server=$!
echo "$server" > "$folder/pid"
until grep -qs "is ready at" "$folder/log"; do
  if ! kill -0 "$server" 2>/dev/null; then
    cat "$folder/log" >&2
    exit 1
  fi
  sleep 0.1
done
cat "$folder/log"
echo "KUBECONFIG=$SALLYPORT_KUBECONFIG" >> "$GITHUB_ENV"
