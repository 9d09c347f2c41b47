/**
 * What the files of both services have: small JSON values by name, and the writes that were sent, until it is known what
 * became of them.
 */
export const factsSchema = `create table facts (name text primary key, json text not null) without rowid;
   create table writes (id text primary key, at text not null, json text not null) without rowid;`
