#!/bin/sh
# Run once, when the database is made: the role of the dashboard, which owns nothing (docs/operations.md#the-database).
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role codedesk login password :'password';
SQL
