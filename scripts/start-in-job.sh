#!/usr/bin/env bash
# Installs the package SALLYPORT_VERSION into a folder of its own, starts a server with the flags SALLYPORT_ARGS, waits
# until it answers, and names its kubeconfig, SALLYPORT_KUBECONFIG, to the steps that follow (GITHUB_ENV).
set -euo pipefail

folder=$(dirname "$SALLYPORT_KUBECONFIG")
mkdir -p "$folder"
case $SALLYPORT_VERSION in
  */*) package=$SALLYPORT_VERSION ;;
  *) package=sallyport@$SALLYPORT_VERSION ;;
esac
npm install --prefix "$folder" --no-save --no-fund --no-audit "$package"
# The arguments are words, as in a shell without quotes.
# shellcheck disable=SC2086
nohup "$folder/node_modules/.bin/sallyport" serve --in-memory --secure-port 0 --data-dir "$folder/data" \
  --write-kubeconfig "$SALLYPORT_KUBECONFIG" $SALLYPORT_ARGS > "$folder/log" 2>&1 &
server=$!
until grep -q "is ready at" "$folder/log"; do
  if ! kill -0 "$server" 2>/dev/null; then
    cat "$folder/log" >&2
    exit 1
  fi
  sleep 0.1
done
cat "$folder/log"
echo "KUBECONFIG=$SALLYPORT_KUBECONFIG" >> "$GITHUB_ENV"
