#!/bin/sh
# Create the database named by the environment variables, as the PostgreSQL image does, and serve it.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    chmod 700 "$PGDATA"
    printf %s "$POSTGRES_PASSWORD" > /tmp/password
    initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust
    rm /tmp/password
    echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
    echo "CREATE DATABASE $POSTGRES_DB;" | postgres --single -j template1
fi
exec postgres -c listen_addresses='*'
