/**
 * What the files of both services have: small JSON values by name, and the ledger of writes.
 */
export const factsSchema = `create table facts (name text primary key, json text not null) without rowid;
   create table writes (id text primary key, at text not null, json text not null) without rowid;`
