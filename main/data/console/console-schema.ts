/**
 * The history of the console, its answers in parts, and the types of the answers by route. Part of a platform
 * connection's file (platform-files.ts); a connection to the form service has such a file for its console alone.
 */
export const consoleSchema = `create table console_calls (
     id text primary key, at text not null, bytes integer not null, json text not null
   ) without rowid;
   create table console_parts (
     call text not null, part integer not null, bytes blob not null, primary key (call, part)
   );
   create table console_types (route text primary key, json text not null) without rowid;`
