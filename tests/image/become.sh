#!/bin/sh
# Give folders to a user and run a command as that user, as the PostgreSQL and Redis images do: become.sh USER "FOLDERS" COMMAND...
set -e
user=$1 folders=$2
shift 2
find $folders ! -user "$user" -exec chown "$user" {} +
exec setpriv --reuid="$user" --regid="$user" --init-groups "$@"
