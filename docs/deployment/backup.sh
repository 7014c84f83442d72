#!/bin/sh
# Writes a backup into the folder BACKUPS, verifies it, and only then removes those older than 30
# days. Runs in the product's folder, as the service's user with its environment.
set -eu
umask 077
folder=${BACKUPS:-/var/backups/tenderbook}
file=$folder/$(date -u +%Y-%m-%dT%H%M%SZ).tar
node_modules/.bin/node server/backup-command.ts --to "$file"
node_modules/.bin/node server/verify-command.ts "$file"
find "$folder" -maxdepth 1 -name '*.tar' -mtime +30 -delete
